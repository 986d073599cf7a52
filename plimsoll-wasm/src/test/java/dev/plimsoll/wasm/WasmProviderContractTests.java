package dev.plimsoll.wasm;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.testkit.SandboxProviderContract;
import java.util.Set;

class WasmProviderContractTests extends SandboxProviderContract {
    @Override
    protected SandboxProvider provider() {
        return new WasmProvider();
    }

    @Override
    protected Isolation isolation() {
        return Isolation.PROCESS;
    }

    @Override
    protected Set<Capability> capabilities() {
        return Set.of(
                Capability.JAVASCRIPT, Capability.JAVASCRIPT_GRANT, Capability.DETERMINISM, Capability.LAST_VALUE);
    }
}

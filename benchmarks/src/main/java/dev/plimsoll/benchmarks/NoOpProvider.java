package dev.plimsoll.benchmarks;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.spi.SmokeReport;
import java.util.List;
import java.util.Set;

/** Runs nothing, and says that all went well: what is left is the facade's own work. */
final class NoOpProvider implements SandboxProvider, SandboxBackend {
    private static final Evidence EVIDENCE = Evidence.of(Isolation.PROCESS, "no-op:1");
    private static final Set<Capability> CAPABILITIES = Set.of(Capability.JAVASCRIPT);

    private final byte[] output;

    NoOpProvider(byte[] output) {
        this.output = output;
    }

    @Override
    public String id() {
        return "no-op";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return this;
    }

    @Override
    public Evidence evidence() {
        return EVIDENCE;
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public SmokeReport smokeTest() {
        return new SmokeReport(List.of());
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) {
        dispatch.stdout().write(output);
        return ProgramOutcome.exited(0, EVIDENCE);
    }

    @Override
    public void close() {
        // holds nothing
    }
}

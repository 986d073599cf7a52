package dev.plimsoll.testkit;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.SandboxProvider;

class LineProviderContractTests extends SandboxProviderContract {
    @Override
    protected SandboxProvider provider() {
        return new LineProvider();
    }

    @Override
    protected Isolation isolation() {
        return Isolation.PROCESS;
    }

    @Override
    protected GuestCode guest() {
        return new LineGuestCode();
    }

    @Override
    protected boolean foundByServiceLoader() {
        return false;
    }
}

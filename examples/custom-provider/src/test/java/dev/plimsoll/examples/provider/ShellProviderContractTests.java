package dev.plimsoll.examples.provider;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.testkit.GuestCode;
import dev.plimsoll.testkit.SandboxProviderContract;

class ShellProviderContractTests extends SandboxProviderContract {
    @Override
    protected SandboxProvider provider() {
        return new ShellProvider();
    }

    @Override
    protected Isolation isolation() {
        return Isolation.NONE;
    }

    @Override
    protected GuestCode guest() {
        return new ShellGuestCode();
    }
}

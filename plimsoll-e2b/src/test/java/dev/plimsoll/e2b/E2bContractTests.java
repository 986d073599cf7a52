package dev.plimsoll.e2b;

import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.testkit.SandboxProviderContract;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class E2bContractTests extends SandboxProviderContract {
    private static StandIn standIn;

    @BeforeAll
    static void start() {
        standIn = StandIn.start();
    }

    @AfterAll
    static void leavesNoMicroVm() {
        try {
            Assertions.assertThat(standIn.alive()).isEmpty();
        } finally {
            standIn.close();
        }
    }

    @Override
    protected SandboxProvider provider() {
        return new E2bProvider();
    }

    @Override
    protected Isolation isolation() {
        return Isolation.VM;
    }

    @Override
    protected Set<Capability> capabilities() {
        return Set.of(Capability.JAVASCRIPT, Capability.PROJECT, Capability.LAST_VALUE);
    }

    @Override
    protected void configure(SandboxBuilder builder) {
        StandInSandboxes.configure(builder, standIn);
    }

    /** The stand-in's threads, and those two that OkHttp and Okio start once and keep. */
    @Override
    protected boolean isForeign(Thread thread) {
        return thread.getName().startsWith("standin-")
                || thread.getName().startsWith("OkHttp TaskRunner")
                || thread.getName().equals("Okio Watchdog")
                || thread.getName().startsWith("process reaper");
    }
}

package dev.plimsoll.docker;

import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.testkit.SandboxProviderContract;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;

/** The contract for providers, filled in for one runtime. */
abstract class DockerContract extends SandboxProviderContract {
    private final TestEngine.Tier tier;

    DockerContract(TestEngine.Tier tier) {
        this.tier = tier;
    }

    /** Here and not only where an engine is used first: a test that expects an exception would take this one for it. */
    @BeforeAll
    static void requireEngine() {
        TestEngine.requireImage();
    }

    @Override
    protected SandboxProvider provider() {
        return new DockerProvider();
    }

    @Override
    protected Isolation isolation() {
        return tier.isolation;
    }

    @Override
    protected Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.JAVASCRIPT,
                Capability.PROJECT,
                Capability.JAVASCRIPT_GRANT,
                Capability.PROJECT_GRANT,
                Capability.DETERMINISM,
                Capability.LAST_VALUE);
    }

    @Override
    protected void configure(SandboxBuilder builder) {
        TestEngine.configure(builder, tier.id);
    }
}

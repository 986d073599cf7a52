package dev.plimsoll.docker;

import org.junit.jupiter.api.Tag;

/**
 * The contract for providers, behind gVisor's kernel. Opens about 60 sandboxes, each with a smoke test of its own, which takes
 * many minutes here: run by {@code mvn verify -pl plimsoll-docker -am -DexcludedGroups=none}.
 */
@Tag("slow")
class RunscContractTests extends DockerContract {
    RunscContractTests() {
        super(TestEngine.Tier.RUNSC);
    }
}

package dev.plimsoll.docker;

/** The contract for providers, behind gVisor's kernel. */
class RunscContractTests extends DockerContract {
    RunscContractTests() {
        super(TestEngine.Tier.RUNSC);
    }
}

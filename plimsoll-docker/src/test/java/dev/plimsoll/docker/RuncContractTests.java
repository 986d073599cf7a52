package dev.plimsoll.docker;

/** The contract for providers, under runc. */
class RuncContractTests extends DockerContract {
    RuncContractTests() {
        super(TestEngine.Tier.RUNC);
    }
}

package dev.plimsoll.docker;

import org.junit.jupiter.api.Tag;

/** The contract for providers, under runc. */
@Tag("slow")
class RuncContractTests extends DockerContract {
    RuncContractTests() {
        super(TestEngine.Tier.RUNC);
    }
}

package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.isolation.Isolation;
import java.util.Objects;

/** The engine that the tests run on, from the environment. Without one they say how to get it. */
final class TestEngine {
    private static final String HOW = "no container engine for tests: run `eval \"$(.ci/docker-up)\"` as root, or set"
            + " DOCKER_HOST and PLIMSOLL_TEST_IMAGE";

    private TestEngine() {}

    /** The runtimes that the whole suite runs on, each with the tier it has to come out as. */
    enum Tier {
        RUNC("runc", Isolation.CONTAINER),
        RUNSC("runsc", Isolation.KERNEL);

        final String id;
        final Isolation isolation;

        Tier(String id, Isolation isolation) {
            this.id = id;
            this.isolation = isolation;
        }
    }

    /** Returns the image, or ends the test: skipped, or failed where an engine was promised. */
    static String requireImage() {
        String image = Objects.requireNonNullElse(System.getenv("PLIMSOLL_TEST_IMAGE"), "");
        if (image.isEmpty() || image.equals("none")) {
            if ("1".equals(System.getenv("PLIMSOLL_REQUIRE_DOCKER"))) {
                fail(HOW);
            }
            abort(HOW);
        }
        return image;
    }

    static SandboxBuilder builder(Tier tier) {
        return Sandbox.builder()
                .provider(new DockerProvider())
                .option("image", requireImage())
                .option("runtime", tier.id);
    }

    static Sandbox open(Tier tier) {
        return builder(tier).concurrency(4).open();
    }
}

package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.model.Container;
import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.docker.internal.engine.EngineSettings;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.Deadline;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;

/** The engine that the tests run on, from the environment. Without one they say how to get it. */
final class TestEngine {
    private static final String HOW = "no container engine for tests: run `eval \"$(.ci/docker-up)\"` as root, or set"
            + " DOCKER_HOST and PLIMSOLL_TEST_IMAGE";

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /**
     * How long an engine may take to make, or to end and remove, a container before the test gives up. Several tests keep every
     * processor of the machine busy, and the engine needs the same processors: on a slow machine with two of them the defaults did not
     * do.
     */
    static final Duration GRACE = Duration.ofMinutes(2);

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
        String image = variable("PLIMSOLL_TEST_IMAGE");
        if (image.isEmpty() || image.equals("none")) {
            endTest(HOW);
        }
        return image;
    }

    /**
     * The engine's port with TLS.
     *
     * @param host the address
     * @param certificates a folder with one for what belongs to the engine and one for a stranger
     */
    record Tls(URI host, Path certificates) {}

    /** Returns the port, or ends the test as {@link #requireImage} does. */
    static Tls requireTls() {
        requireImage();
        String host = variable("PLIMSOLL_TEST_TLS_HOST");
        if (host.isEmpty()) {
            endTest("the container engine has no port with TLS for tests; .ci/docker-up starts one that has");
        }
        return new Tls(URI.create(host), Path.of(variable("PLIMSOLL_TEST_TLS_CERTS")));
    }

    /** Returns the engine's socket. */
    static Path socket() {
        requireImage();
        return Path.of(URI.create(variable("DOCKER_HOST")).getPath());
    }

    private static String variable(String name) {
        return Objects.requireNonNullElse(System.getenv(name), "");
    }

    private static void endTest(String reason) {
        if ("1".equals(System.getenv("PLIMSOLL_REQUIRE_DOCKER"))) {
            fail(reason);
        }
        abort(reason);
    }

    static SandboxBuilder builder(Tier tier) {
        return configure(Sandbox.builder().provider(new DockerProvider()), tier.id);
    }

    /** Sets what every sandbox of the tests needs, with nothing in it that a slow machine could miss. */
    static SandboxBuilder configure(SandboxBuilder builder, String runtime) {
        return builder.providerGrace(GRACE)
                .admissionWait(GRACE)
                .option("openTimeout", GRACE.toString())
                .option("image", requireImage())
                .option("runtime", runtime);
    }

    static Sandbox open(Tier tier) {
        return builder(tier).concurrency(4).open();
    }

    /** Returns how the provider would wall in the tests' image. */
    static ContainerSpec spec(EngineConnection engine, Tier tier) {
        ImageIdentity image = ImageIdentity.inspect(engine.client(Deadline.after(PATIENCE)), requireImage(), false);
        return new ContainerSpec(image, tier.id, SeccompProfile.load(), 1000, 64 << 20);
    }

    /** Connects beside the sandboxes, to see what is there. */
    static EngineConnection connect() {
        requireImage();
        return EngineConnection.open(
                EngineSettings.of(new EngineSettings.Overrides(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())),
                Deadline.after(PATIENCE));
    }

    /** Returns the containers, running or not, that a process made. */
    static List<Container> ownedBy(EngineConnection engine, long pid) {
        return engine
                .client(Deadline.after(PATIENCE))
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(Owner.OWNER_LABEL))
                .exec()
                .stream()
                .filter(container -> Owner.parse(container.getLabels().get(Owner.OWNER_LABEL))
                        .filter(owner -> owner.process() == pid)
                        .isPresent())
                .toList();
    }

    /** Waits until a process has no container. What a slow engine did not remove within a run's time, it removes a little later. */
    static void awaitNoneOf(EngineConnection engine, long pid) {
        Awaitility.await()
                .atMost(GRACE)
                .untilAsserted(() -> assertThat(ownedBy(engine, pid)).isEmpty());
    }

    /** Removes what a process could not. */
    static void removeAllOf(EngineConnection engine, long pid) {
        for (Container container : ownedBy(engine, pid)) {
            engine.client(Deadline.after(PATIENCE))
                    .removeContainerCmd(container.getId())
                    .withForce(true)
                    .exec();
        }
    }
}

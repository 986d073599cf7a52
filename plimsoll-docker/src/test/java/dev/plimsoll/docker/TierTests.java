package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Volume;
import com.github.dockerjava.api.model.Volumes;
import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.SmokeReport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is seen from inside decides the tier, and what cannot be had is refused with its name. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TierTests {
    @Test
    void doesNotBelieveARuntimesName() {
        // runc, registered by .ci/docker-up under a name that claims otherwise
        try (Sandbox sandbox = TestEngine.configure(Sandbox.builder().provider(new DockerProvider()), "runsc-fake")
                .open()) {
            assertThat(sandbox.describe().evidence().isolation()).isEqualTo(Isolation.CONTAINER);
            assertThatExceptionOfType(InsufficientIsolationException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(JavaScriptRequest.builder("1")
                            .floor(Isolation.KERNEL)
                            .build()));
        }
    }

    @Test
    void triesEachPromiseFromInside() {
        try (Sandbox sandbox = TestEngine.open(TestEngine.Tier.RUNC)) {
            assertThat(sandbox.describe().smokeTest().checks())
                    .extracting(SmokeReport.Check::name)
                    .contains(
                            "the user is unprivileged",
                            "there are no capabilities",
                            "no new privileges can be had",
                            "system calls are filtered, or met by gVisor",
                            "nothing else is writable",
                            "/work is writable",
                            "/work is not executable",
                            "/tmp is bounded",
                            "/dev/shm is not executable",
                            "there is no network",
                            "memory is bounded",
                            "processes are bounded");
        }
    }

    @Test
    void refusesARuntimeThatIsNotRegistered() {
        String image = TestEngine.requireImage();
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> Sandbox.builder()
                        .provider(new DockerProvider())
                        .option("image", image)
                        .option("runtime", "kata")
                        .open())
                .withMessageContaining("no runtime kata")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.UNSUPPORTED));
    }

    @Test
    void refusesAnImageThatIsNotThereAndSaysThatNothingIsPulled() {
        assumeThat(TestEngine.requireImage()).isNotEmpty();
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> Sandbox.builder()
                        .provider(new DockerProvider())
                        .option("image", "plimsoll-no-such-image:1")
                        .open())
                .withMessageContaining("never pulls");
    }

    @Test
    void takesNoTagWhereADigestIsAskedFor() {
        String image = TestEngine.requireImage();
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> Sandbox.builder()
                        .provider(new DockerProvider())
                        .option("image", image)
                        .option("requireDigest", "true")
                        .open())
                .withMessageContaining("requireDigest");
    }

    @Test
    void refusesAnImageThatDeclaresAVolume() throws IOException {
        String image = TestEngine.requireImage();
        try (EngineConnection engine = TestEngine.connect()) {
            DockerClient client = engine.client(Deadline.after(Duration.ofSeconds(90)));
            String container = client.createContainerCmd(image).exec().getId();
            String withVolume = client.commitCmd(container)
                    .withVolumes(new Volumes(new Volume("/data")))
                    .exec();
            try {
                assertThatExceptionOfType(ProviderUnavailableException.class)
                        .isThrownBy(() -> Sandbox.builder()
                                .provider(new DockerProvider())
                                .option("image", withVolume)
                                .open())
                        .withMessageContaining("declares VOLUME")
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.UNSUPPORTED));
            } finally {
                client.removeContainerCmd(container).withForce(true).exec();
                client.removeImageCmd(withVolume).withForce(true).exec();
            }
        }
    }
}

package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.launched.EndlessRunMain;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application that is asked to stop, and does not close its sandbox: its microVMs do not outlive it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ShutdownTests {
    private static final Duration AMPLE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void killsTheMicroVmsOfAJvmThatIsTerminated() throws IOException, InterruptedException {
        File output = folder.resolve("output").toFile();
        try (StandIn standIn = StandIn.start()) {
            ProcessBuilder builder = StandInSandboxes.java(
                    standIn, output, "-cp", System.getProperty("java.class.path"), EndlessRunMain.class.getName());
            Process process = builder.start();
            try {
                // the first is the test at opening
                await().atMost(AMPLE)
                        .until(() -> !process.isAlive()
                                || (standIn.orders().size() == 2
                                        && standIn.alive().size() == 1));
                assertThat(process.isAlive())
                        .as(Files.readString(output.toPath()))
                        .isTrue();

                process.destroy();

                assertThat(process.waitFor(AMPLE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(standIn.alive()).as(Files.readString(output.toPath())).isEmpty();
        }
    }
}

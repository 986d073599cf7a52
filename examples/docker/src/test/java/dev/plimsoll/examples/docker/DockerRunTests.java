package dev.plimsoll.examples.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.isolation.Isolation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerRunTests {
    private static String run(String image, String runtime, Isolation floor) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        DockerRun.run(image, runtime, floor, new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static String image() {
        String image = System.getenv("PLIMSOLL_TEST_IMAGE");
        boolean required = "1".equals(System.getenv("PLIMSOLL_REQUIRE_DOCKER"));
        assumeTrue(image != null || required, "no container engine: run eval \"$(.ci/docker-up)\" as root");
        return String.valueOf(image);
    }

    @ParameterizedTest
    @CsvSource({"runc, CONTAINER", "runsc, KERNEL"})
    void saysTheTierAndTheReceipt(String runtime, Isolation floor) {
        assertThat(run(image(), runtime, floor))
                .contains("isolation: " + floor, "exit code: 0", " 42\n", "(checked)")
                .doesNotContain("nothing ran");
    }

    @Test
    void runsNothingBelowItsFloor() {
        assertThat(run(image(), "runc", Isolation.KERNEL))
                .contains("nothing ran: ")
                .doesNotContain("exit code");
    }

    @Test
    void runsNothingWithoutAnImage() {
        assertThat(run("plimsoll-no-such-image:1", "runc", Isolation.CONTAINER))
                .contains("nothing ran: ")
                .doesNotContain("exit code");
    }
}

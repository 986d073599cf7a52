package dev.plimsoll.examples.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProjectRunTests {
    private static String run(String image, int expectedTotal) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ProjectRun.run(image, expectedTotal, new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static String image() {
        String image = System.getenv("PLIMSOLL_TEST_IMAGE");
        boolean required = "1".equals(System.getenv("PLIMSOLL_REQUIRE_DOCKER"));
        assumeTrue(image != null || required, "no container engine: run eval \"$(.ci/docker-up)\" as root");
        return String.valueOf(image);
    }

    @Test
    void runsItsStepsAndBringsTheReportBack() throws IOException {
        assertThat(run(image(), 12))
                .contains(
                        "isolation: container",
                        "outcome:   COMPLETED",
                        "exit code 0, 2 items",
                        "exit code 0, adds up",
                        "artifact:  out/report.json: {\"tea\":7,\"coffee\":5}",
                        "(checked)");
    }

    @Test
    void showsTheStepThatFails() throws IOException {
        assertThat(run(image(), 13))
                .contains(
                        "outcome:   COMPLETED", "exit code 0, 2 items", "exit code 1, ", "artifact:  out/report.json");
    }

    @Test
    void runsNothingWithoutAnImage() throws IOException {
        assertThat(run("plimsoll-no-such-image:1", 12))
                .contains("nothing ran: ")
                .doesNotContain("exit code");
    }
}

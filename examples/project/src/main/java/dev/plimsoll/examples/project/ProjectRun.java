package dev.plimsoll.examples.project;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.StepResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** Gives a container three files, has two steps run there, and takes a file that they made. */
public final class ProjectRun {
    private ProjectRun() {}

    /** Takes the image's name; without one, that in the environment variable {@code PLIMSOLL_IMAGE}. */
    public static void main(String[] args) throws IOException {
        String image = args.length > 0 ? args[0] : System.getenv("PLIMSOLL_IMAGE");
        if (image == null) {
            System.out.println(
                    "Set PLIMSOLL_IMAGE to an image with plimsoll's runner; docs/docker.md says how to build one.");
            System.out.println("Nothing ran.");
            return;
        }
        run(image, 12, System.out);
    }

    static void run(String image, int expectedTotal, PrintStream out) throws IOException {
        ProjectRequest request = ProjectRequest.builder()
                .file("data/sales.csv", resource("sales.csv"))
                .file("report.mjs", resource("report.mjs"))
                .file("check.mjs", resource("check.mjs"))
                .step("mkdir -p out && node report.mjs data/sales.csv out/report.json")
                .step("node check.mjs out/report.json " + expectedTotal)
                .artifact("out/report.json")
                .timeout(Duration.ofSeconds(60))
                .floor(Isolation.CONTAINER)
                .build();
        try (Sandbox sandbox =
                Sandbox.builder().provider("docker").option("image", image).open()) {
            ProjectResult result = sandbox.runProject(request);
            Receipts.check(request, result);
            out.println("isolation: " + result.isolation());
            out.println("outcome:   " + result.outcome());
            for (StepResult step : result.steps()) { // those after the first that fails did not run
                out.println("step:      exit code " + step.exitCode() + ", "
                        + step.stdout().text().strip());
            }
            for (Artifact artifact : result.artifacts()) { // made by the guest: data that nobody checked yet
                out.println("artifact:  " + artifact.path() + ": "
                        + artifact.content().utf8().strip());
            }
            out.println("receipt:   " + result.record().recordSha256() + " (checked)");
        } catch (NotDispatchedException e) {
            out.println("nothing ran: " + e.getMessage());
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ProjectRun.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

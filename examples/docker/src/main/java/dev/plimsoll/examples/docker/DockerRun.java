package dev.plimsoll.examples.docker;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.PrintStream;
import java.time.Duration;

/** Runs one snippet in a container and one behind gVisor's kernel, each only if the wall is as strong as it asks for. */
public final class DockerRun {
    private DockerRun() {}

    /** Takes the image's name; without one, that in the environment variable {@code PLIMSOLL_IMAGE}. */
    public static void main(String[] args) {
        String image = args.length > 0 ? args[0] : System.getenv("PLIMSOLL_IMAGE");
        if (image == null) {
            System.out.println(
                    "Set PLIMSOLL_IMAGE to an image with plimsoll's runner; docs/docker.md says how to build one.");
            System.out.println("Nothing ran.");
            return;
        }
        run(image, "runc", Isolation.CONTAINER, System.out);
        run(image, "runsc", Isolation.KERNEL, System.out);
    }

    static void run(String image, String runtime, Isolation floor, PrintStream out) {
        JavaScriptRequest request = JavaScriptRequest.builder("console.log(process.version, 6 * 7)")
                .timeout(Duration.ofSeconds(30))
                .build();
        out.println("runtime:   " + runtime + ", floor " + floor);
        try (Sandbox sandbox = Sandbox.builder()
                .provider("docker")
                .option("image", image)
                .option("runtime", runtime)
                .floor(floor)
                .open()) {
            JavaScriptResult result = sandbox.runJavaScript(request);
            Receipts.check(request, result);
            out.println("isolation: " + result.isolation());
            out.println("proof:     " + sandbox.describe().smokeTest().checks().size() + " checks from inside passed");
            out.println("exit code: " + result.exitCode());
            out.println("stdout:    " + result.stdoutText().strip());
            out.println("receipt:   " + result.record().recordSha256() + " (checked)");
        } catch (NotDispatchedException e) { // no engine, no such runtime, or a wall that is too weak
            out.println("nothing ran: " + e.getMessage());
        }
    }
}

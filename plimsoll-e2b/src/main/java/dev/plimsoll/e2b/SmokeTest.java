package dev.plimsoll.e2b;

import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SmokeReport;
import java.time.Duration;

/** Tries in one real microVM that code can be written and run, and that nothing outside answers. */
final class SmokeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MEMORY = 256L << 20;
    private static final String PROBE = """
            const net = require('node:net');
            const [host, port] = [process.argv[2], Number(process.argv[3])];
            const end = (what) => { console.log(what); process.exit(0); };
            const socket = net.connect({ host, port });
            socket.on('connect', () => end('open'));
            socket.on('error', () => end('closed'));
            setTimeout(() => end('closed'), 3000);
            """;

    private final E2bBackend backend;
    private final E2bSettings settings;

    SmokeTest(E2bBackend backend, E2bSettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    SmokeReport run() throws InterruptedException {
        String node = settings.node();
        ProjectRequest request = ProjectRequest.builder()
                .file("probe.cjs", PROBE)
                .step("test -f probe.cjs && " + node + " -e 'console.log(6*7)'")
                .step(node + " probe.cjs " + settings.probeHost() + " " + settings.probePort())
                .build();
        ProjectOutcome outcome = backend.runProject(new Dispatch<>(
                request, new RequestId(0, 0), Deadline.after(PATIENCE), new RunLimits(MEMORY, 1024, 0, 256), null));
        String ran = printed(outcome, 0);
        String reached = printed(outcome, 1);
        return SmokeReport.builder()
                .check(
                        "files can be written",
                        outcome.outcome() == Outcome.COMPLETED,
                        outcome.outcome().text())
                .check("code runs", ran.equals("42"), "saw: " + ran)
                .check("nothing outside answers", reached.equals("closed"), "saw: " + reached)
                .build();
    }

    private static String printed(ProjectOutcome outcome, int step) {
        return step < outcome.steps().size()
                ? outcome.steps().get(step).output().stdout().toOutput().text().strip()
                : "";
    }
}

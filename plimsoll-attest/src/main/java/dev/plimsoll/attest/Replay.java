package dev.plimsoll.attest;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxDescription;
import dev.plimsoll.SandboxSession;
import dev.plimsoll.attest.ReplayedRun.Verdict;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.StepResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs the requests of a bundle again and compares the results' digests.
 *
 * <p>The whole bundle is verified before the first request runs, and each line once more before its own does, so that
 * nothing runs that its key did not sign. Requests run as they were stored, with their floors, and without grants unless the
 * sandbox knows their profiles. It needs the public key alone: keep the private one away from the process that replays.
 *
 * @since 0.1
 */
public final class Replay {
    private static final int EXCERPT_BYTES = 200;

    private final Sandbox sandbox;
    private final List<ReplayedRun> runs = new ArrayList<>();
    private final Map<String, SandboxSession> sessions = new HashMap<>();
    /** Sessions of which a cell did not run again: those after it lack its state. */
    private final Set<String> broken = new HashSet<>();

    private Replay(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /**
     * Verifies a bundle, runs its requests in order and reports. A run that is refused or fails is reported, not thrown; the
     * cells after it in its session are not run, since they would start from another state.
     *
     * @param verifier how it is verified; its progress is reported twice, for the verification and for the replay
     * @param sandbox what runs them; a session of the bundle holds one of its slots until the session's close
     * @throws BundleRefusedException if the bundle does not verify; nothing ran then, unless it changed meanwhile
     * @throws dev.plimsoll.error.NotDispatchedException if the provider cannot state its isolation
     * @throws ProviderFailureException if the provider cannot end a session, and may have left something
     * @throws IOException if it cannot be read
     */
    public static ReplayReport run(Path bundle, BundleVerifier verifier, Sandbox sandbox) throws IOException {
        BundleReport verified = verifier.verify(bundle);
        SandboxDescription description = sandbox.describe();
        Replay replay = new Replay(sandbox);
        try (InputStream in = Files.newInputStream(bundle)) {
            verifier.expectHead(verified.headSha256()).verify(in, replay.visitor());
        } finally {
            replay.closeSessions();
        }
        return new ReplayReport(verified, description.provider(), description.evidence(), replay.runs);
    }

    /** Closes those that the bundle did not come to the close of, each of them. */
    private void closeSessions() {
        ProviderFailureException failure = null;
        for (SandboxSession session : sessions.values()) {
            try {
                session.close();
            } catch (ProviderFailureException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private BundleVerifier.RunVisitor visitor() {
        return new BundleVerifier.RunVisitor() {
            @Override
            public void visit(long line, Exchange exchange) {
                runs.add(again(line, exchange));
            }

            @Override
            public void sessionClosed(String fingerprint) {
                SandboxSession session = sessions.remove(fingerprint);
                if (session != null) {
                    session.close();
                }
            }
        };
    }

    private ReplayedRun again(long line, Exchange stored) {
        String storedSha256 = stored.record().resultSha256();
        String session = stored.record().session();
        if (broken.contains(session)) {
            return new ReplayedRun(
                    line,
                    stored.request().kind(),
                    Verdict.NOT_RUN,
                    storedSha256,
                    "",
                    "an earlier cell of its session did not run again, so its state is missing");
        }
        try {
            RunResult result = run(stored);
            String sha256 = result.record().resultSha256();
            boolean same = sha256.equals(storedSha256);
            return new ReplayedRun(
                    line,
                    result.kind(),
                    same ? Verdict.SAME : Verdict.DIFFERENT,
                    storedSha256,
                    sha256,
                    same ? "" : "stored " + excerpt(stored.result()) + "; replayed " + excerpt(result));
        } catch (PlimsollException e) {
            if (!session.isEmpty()) {
                broken.add(session);
            }
            return new ReplayedRun(
                    line,
                    stored.request().kind(),
                    e instanceof NotDispatchedException ? Verdict.NOT_RUN : Verdict.FAILED,
                    storedSha256,
                    "",
                    String.valueOf(e.getMessage()));
        }
    }

    private RunResult run(Exchange stored) {
        RunRequest request = stored.request();
        if (request instanceof JavaScriptRequest snippet) {
            return sandbox.runJavaScript(snippet);
        }
        if (request instanceof ProjectRequest project) {
            return sandbox.runProject(project);
        }
        if (request instanceof ModuleRequest module) {
            return sandbox.runModule(module);
        }
        return runCell((CellRequest) request, stored.record().session());
    }

    private RunResult runCell(CellRequest cell, String fingerprint) {
        if (fingerprint.isEmpty()) { // of no session: no other cell may see what it leaves
            try (SandboxSession alone = sandbox.openSession(cell.language())) {
                return alone.runCell(cell);
            }
        }
        return sessions.computeIfAbsent(fingerprint, unused -> sandbox.openSession(cell.language()))
                .runCell(cell);
    }

    private static String excerpt(RunResult result) {
        if (result instanceof ProgramResult program) {
            return "exit code " + program.exitCode() + " and "
                    + program.stdout().bytes().length() + " bytes of output: \""
                    + start(program.stdout().bytes()) + '"';
        }
        if (result instanceof ProjectResult project) {
            return "outcome " + project.outcome().text() + ", exit codes "
                    + project.steps().stream().map(StepResult::exitCode).toList() + ", artifacts of "
                    + project.artifacts().stream()
                            .map(artifact -> artifact.content().length())
                            .toList() + " bytes";
        }
        return "another " + result.kind().text() + " result";
    }

    private static String start(Bytes bytes) {
        byte[] start = new byte[Math.min(EXCERPT_BYTES, bytes.length())];
        bytes.copyTo(0, start, 0, start.length);
        return Bytes.copyOf(start).utf8();
    }
}

package dev.plimsoll.spi;

import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectRequest;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Runs code behind a wall. Thread-safe: the sandbox calls it from as many threads as its concurrency allows.
 *
 * <p>The sandbox has done all that must not be forgotten before it calls a {@code run} method: the request is within
 * bounds, the kind is one of {@link #capabilities()}, the evidence met the floor, a slot is held. The contract of the
 * {@code run} methods:
 *
 * <ul>
 *   <li>They run on the caller's thread and return when everything the run used is gone.
 *   <li>They end the run at {@link Dispatch#deadline()}, and say so in the outcome; they do not throw for it.
 *   <li>On interruption they end the run, free what it used and throw {@link InterruptedException}.
 *   <li>Whatever the guest did is an outcome, never an exception.
 *   <li>Only {@link Dispatch#refusal} makes a refusal that counts as "nothing ran", and only before the first byte of the
 *       code has left. Anything else thrown means that the code may have run.
 *   <li>A {@link dev.plimsoll.error.ProviderFailureException} with {@link Dispatch#requestId()} reaches the caller as it is:
 *       its message says what failed, and holds no code, output, path or credential. Of anything else only the class
 *       is named.
 *   <li>Output goes to the dispatch's sinks, which cap it; keep draining a guest past the cap.
 * </ul>
 *
 * @since 0.1
 */
public interface SandboxBackend extends AutoCloseable {
    /** Returns what is known about the wall now. Called before every run: cheap, and never a remembered boast. */
    Evidence evidence();

    /** Returns what this backend can do. Constant. */
    Set<Capability> capabilities();

    /** Returns how much memory a run can have. Constant. */
    default MemoryBounds memoryBounds() {
        return MemoryBounds.STANDARD;
    }

    /** Returns how much memory all runs together can have, if the backend knows a bound, in bytes. */
    default OptionalLong totalMemoryBytes() {
        return OptionalLong.empty();
    }

    /**
     * Tries from inside that the wall holds. Called once, when the sandbox is opened; a failed check refuses to serve.
     *
     * @throws InterruptedException if the caller no longer waits
     */
    default SmokeReport smokeTest() throws InterruptedException {
        return new SmokeReport(List.of());
    }

    /** Runs a snippet. */
    default ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        throw unsupported(dispatch);
    }

    /** Runs a project. */
    default ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) throws InterruptedException {
        throw unsupported(dispatch);
    }

    /** Runs a module. */
    default ModuleOutcome runModule(Dispatch<ModuleRequest> dispatch) throws InterruptedException {
        throw unsupported(dispatch);
    }

    /** Opens a session. */
    default BackendSession openSession(SessionOpening opening) throws InterruptedException {
        throw new UnsupportedRunException("this provider has no sessions", opening.requestId());
    }

    /** Ends what is still running and frees everything. Called once; more calls do nothing. */
    @Override
    void close();

    private static UnsupportedRunException unsupported(Dispatch<?> dispatch) {
        return new UnsupportedRunException(
                "this provider does not do runs of kind "
                        + dispatch.request().kind().text(),
                dispatch.requestId());
    }
}

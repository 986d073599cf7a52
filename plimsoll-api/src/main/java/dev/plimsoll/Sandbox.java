package dev.plimsoll;

import dev.plimsoll.internal.AsyncRuns;
import dev.plimsoll.internal.SandboxCore;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Runs code that is not trusted, behind a wall whose strength every result states.
 *
 * <p>Thread-safe: share one sandbox, from platform or virtual threads. A run happens on the caller's thread and ends at its
 * deadline. Interrupting the thread ends the run and what it used, keeps the interrupt flag and throws {@link
 * dev.plimsoll.error.RunCancelledException}. Every {@code run} method throws one of two families:
 *
 * <ul>
 *   <li>{@link dev.plimsoll.error.NotDispatchedException}: nothing ran; a retry is safe.
 *   <li>{@link dev.plimsoll.error.OutcomeUnknownException}: it may have run; never retry automatically.
 * </ul>
 *
 * Code that failed is neither: it is a result with an exit code.
 *
 * @since 0.1
 */
public final class Sandbox implements AutoCloseable {
    private final SandboxCore core;
    private final AsyncRuns async;
    private final Duration closeWait;

    Sandbox(SandboxCore core, AsyncRuns async, Duration closeWait) {
        this.core = core;
        this.async = async;
        this.closeWait = closeWait;
    }

    /**
     * Opens the provider that the system property {@code plimsoll.provider} names, else the environment variable {@code
     * SANDBOX_PROVIDER}. With neither, the sandbox refuses every run: code never runs by accident.
     *
     * @throws dev.plimsoll.error.ProviderUnavailableException if the provider is missing, ambiguous or broken, or could not
     *     prove its wall
     */
    public static Sandbox open() {
        return builder().open();
    }

    /**
     * Opens a provider by its id, such as {@code wasm}.
     *
     * @throws dev.plimsoll.error.ProviderUnavailableException if the provider is missing, ambiguous or broken, or could not
     *     prove its wall
     */
    public static Sandbox open(String provider) {
        return builder().provider(provider).open();
    }

    /** Starts a sandbox with settings of its own. */
    public static SandboxBuilder builder() {
        return new SandboxBuilder();
    }

    /** Runs a snippet with the sandbox's defaults. */
    public JavaScriptResult runJavaScript(String code) {
        return runJavaScript(JavaScriptRequest.of(code));
    }

    /** Runs a snippet. */
    public JavaScriptResult runJavaScript(JavaScriptRequest request) {
        return core.run(Objects.requireNonNull(request, "request"));
    }

    /** Lays out files, runs shell steps, brings artifacts back. */
    public ProjectResult runProject(ProjectRequest request) {
        return core.run(Objects.requireNonNull(request, "request"));
    }

    /** Runs rows of numbers through a model, with a provider that has {@link dev.plimsoll.spi.Capability#MODULE}. */
    public ModuleResult runModule(ModuleRequest request) {
        return core.run(Objects.requireNonNull(request, "request"));
    }

    /**
     * Runs a snippet on a thread of its own. Cancelling the future ends the run and what it used. A failure completes the
     * future with the exception that {@link #runJavaScript(JavaScriptRequest)} would throw.
     */
    public CompletableFuture<JavaScriptResult> runJavaScriptAsync(JavaScriptRequest request) {
        Objects.requireNonNull(request, "request");
        return async.start(() -> core.run(request));
    }

    /** Runs a project on a thread of its own, as {@link #runJavaScriptAsync} does a snippet. */
    public CompletableFuture<ProjectResult> runProjectAsync(ProjectRequest request) {
        Objects.requireNonNull(request, "request");
        return async.start(() -> core.run(request));
    }

    /** Runs a module on a thread of its own, as {@link #runJavaScriptAsync} does a snippet. */
    public CompletableFuture<ModuleResult> runModuleAsync(ModuleRequest request) {
        Objects.requireNonNull(request, "request");
        return async.start(() -> core.run(request));
    }

    /**
     * Opens a session whose cells share an interpreter, with a provider that has {@link
     * dev.plimsoll.spi.Capability#SESSION}. Close it: it holds a slot.
     *
     * @param language the language of its cells, such as {@code python}
     * @throws dev.plimsoll.error.NotDispatchedException if none was opened; a retry is safe
     * @throws dev.plimsoll.error.OutcomeUnknownException if one may have been opened and cannot be reached
     */
    public SandboxSession openSession(String language) {
        return new SandboxSession(core.openSession(Objects.requireNonNull(language, "language"), null));
    }

    /**
     * Opens a session with a memory bound of its own.
     *
     * @param language the language of its cells, such as {@code python}
     * @param memoryBytes how much memory the interpreter may use
     * @throws dev.plimsoll.error.NotDispatchedException if none was opened; a retry is safe
     * @throws dev.plimsoll.error.OutcomeUnknownException if one may have been opened and cannot be reached
     */
    public SandboxSession openSession(String language, long memoryBytes) {
        return new SandboxSession(core.openSession(Objects.requireNonNull(language, "language"), memoryBytes));
    }

    /**
     * Says what this sandbox is, with the provider's evidence of now.
     *
     * @throws dev.plimsoll.error.NotDispatchedException if the provider cannot state its isolation
     */
    public SandboxDescription describe() {
        return new SandboxDescription(
                core.settings().provider(),
                core.currentEvidence(),
                core.settings().floor(),
                core.facts().capabilities(),
                core.settings().limits(),
                core.facts().memory(),
                core.settings().concurrency(),
                core.smoke());
    }

    /** Closes as the builder was told: waits for what is under way, then ends it. Idempotent. */
    @Override
    public void close() {
        close(closeWait);
    }

    /**
     * Lets nothing new start, waits for what is under way, and then interrupts what is left, whose callers get {@link
     * dev.plimsoll.error.RunCancelledException}. Idempotent.
     *
     * @param wait how long to wait; zero interrupts at once
     * @throws IllegalArgumentException if it is negative
     * @throws dev.plimsoll.error.ProviderFailureException if the provider fails when it is closed, so that something of
     *     it may be left behind
     */
    public void close(Duration wait) {
        if (Objects.requireNonNull(wait, "wait").isNegative()) {
            throw new IllegalArgumentException("the wait must not be negative");
        }
        try {
            core.close(wait);
        } finally {
            async.close();
        }
    }

    /** Shows the provider only. */
    @Override
    public String toString() {
        return "Sandbox[" + core.settings().provider() + "]";
    }
}

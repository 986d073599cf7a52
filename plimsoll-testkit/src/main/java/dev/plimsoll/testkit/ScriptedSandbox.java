package dev.plimsoll.testkit;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RunRequest;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Opens a real {@link Sandbox} over a provider that runs nothing and plays a script, for the tests of an application.
 * The facade around it is the real one: bounds, floors, receipts and exceptions are what they will be. Thread-safe.
 *
 * <pre>{@code
 * try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.CONTAINER)) {
 *     scripted.next(ScriptedRun.printing("42\n"));
 *     var result = scripted.sandbox().runJavaScript("console.log(42)");
 * }
 * }</pre>
 *
 * <p>A run without a script is a {@link dev.plimsoll.error.ProviderFailureException}: a test says what it expects.
 *
 * @since 0.1
 */
public final class ScriptedSandbox implements AutoCloseable {
    private final ScriptedProvider provider;
    private final Sandbox sandbox;

    private ScriptedSandbox(ScriptedProvider provider, Sandbox sandbox) {
        this.provider = provider;
        this.sandbox = sandbox;
    }

    /** Opens a scripted sandbox that states a tier. */
    public static ScriptedSandbox open(Isolation tier) {
        return open(tier, builder -> {});
    }

    /** Opens a scripted sandbox that states a tier, with more settings: a floor, limits, a clock, listeners. */
    public static ScriptedSandbox open(Isolation tier, Consumer<SandboxBuilder> settings) {
        ScriptedProvider provider = new ScriptedProvider(tier);
        SandboxBuilder builder = Sandbox.builder().provider(provider);
        settings.accept(builder);
        return new ScriptedSandbox(provider, builder.open());
    }

    /** Returns the sandbox to hand to the code under test. */
    public Sandbox sandbox() {
        return sandbox;
    }

    /** Appends what the next runs do, one each. */
    public ScriptedSandbox next(ScriptedRun... runs) {
        provider.append(List.of(runs));
        return this;
    }

    /** Says what a run does for which no {@link #next} is left. */
    public ScriptedSandbox otherwise(Function<? super JavaScriptRequest, ScriptedRun> script) {
        provider.otherwise(script);
        return this;
    }

    /** Changes the stated tier from now on, as when a wall weakens behind the application's back. */
    public ScriptedSandbox stateTier(Isolation tier) {
        provider.state(tier);
        return this;
    }

    /** Makes the provider fail whenever it is asked for its evidence: nothing runs then. */
    public ScriptedSandbox failEvidence(Supplier<? extends RuntimeException> fault) {
        provider.failEvidence(fault);
        return this;
    }

    /** Returns the requests that reached the provider so far, in order; what was refused before is not among them. */
    public List<RunRequest> requests() {
        return provider.requests();
    }

    @Override
    public void close() {
        sandbox.close();
    }
}

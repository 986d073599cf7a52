package dev.plimsoll.testkit;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** What a provider's author fills in, and what the contract's tests share. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ContractFixture {
    /** Long enough that a correct run never meets it; short enough that a hanging one ends the test. */
    static final Duration AMPLE = Duration.ofSeconds(60);

    static final Duration SHORT = Duration.ofMillis(1500);

    private final List<Sandbox> opened = new ArrayList<>();

    /** Makes the provider under test. Called for each sandbox that a test opens. */
    protected abstract SandboxProvider provider();

    /** Returns the tier that the provider states. */
    protected abstract Isolation isolation();

    /** Returns what the provider can do; for the rest it is held to refuse. JavaScript alone unless overridden. */
    protected Set<Capability> capabilities() {
        return Set.of(Capability.JAVASCRIPT);
    }

    /** Returns how snippets are written for this provider. */
    protected GuestCode guest() {
        return GuestCode.javaScript();
    }

    /** Returns the language of the sessions' cells, and of nothing else. */
    protected String sessionLanguage() {
        return "python";
    }

    /** Sets the options that the provider needs. */
    protected void configure(SandboxBuilder builder) {}

    /** Tells whether {@code ServiceLoader} finds the provider, as it should find a published one. */
    protected boolean foundByServiceLoader() {
        return true;
    }

    /** Tells whether a thread that is there after the sandbox was closed is none of the provider's. */
    protected boolean isForeign(Thread thread) {
        return false;
    }

    /** Ends what the test left open. */
    @AfterEach
    public final void closeSandboxes() {
        opened.forEach(sandbox -> sandbox.close(Duration.ZERO));
    }

    final Sandbox open() {
        return open(provider(), builder -> {});
    }

    final Sandbox open(SandboxProvider provider, Consumer<SandboxBuilder> more) {
        SandboxBuilder builder = Sandbox.builder().provider(provider).concurrency(4);
        configure(builder);
        more.accept(builder);
        Sandbox sandbox = builder.open();
        opened.add(sandbox);
        return sandbox;
    }

    final ObservedProvider observed(@Nullable Isolation claimed, @Nullable RunFault fault) {
        return new ObservedProvider(provider(), claimed, fault);
    }

    /** Makes a backend without a sandbox around it, with the options that {@link #configure} sets. */
    final SandboxBackend newBackend() {
        ObservedProvider observed = observed(null, null);
        open(observed, builder -> {});
        return observed.backend();
    }

    static Dispatch<JavaScriptRequest> newDispatch(String code) {
        return new Dispatch<>(
                request(code).build(),
                new RequestId(1, 2),
                Deadline.after(AMPLE),
                new RunLimits(MemoryBounds.STANDARD.standard(), 64 << 10, 8 << 20, 256),
                null);
    }

    static JavaScriptRequest.Builder request(String code) {
        return JavaScriptRequest.builder(code).timeout(AMPLE);
    }

    final boolean can(Capability capability) {
        return capabilities().contains(capability);
    }
}

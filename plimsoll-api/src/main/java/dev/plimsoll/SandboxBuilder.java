package dev.plimsoll;

import dev.plimsoll.grant.GrantProfiles;
import dev.plimsoll.internal.AsyncRuns;
import dev.plimsoll.internal.DisabledBackend;
import dev.plimsoll.internal.SandboxCore;
import dev.plimsoll.internal.SandboxSettings;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.observe.RunListener;
import dev.plimsoll.run.Limits;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.HostApiBroker;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Collects a sandbox's settings. Not thread-safe.
 *
 * @since 0.1
 */
public final class SandboxBuilder {
    private static final int MAX_CONCURRENCY = 10_000;
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    private @Nullable String providerId;
    private @Nullable SandboxProvider provider;
    private final Map<String, String> options = new HashMap<>();
    private final Map<String, Secret> secrets = new HashMap<>();
    private Limits limits = Limits.standard();
    private Isolation floor = Isolation.NONE;
    private int concurrency = Math.max(2, Runtime.getRuntime().availableProcessors());
    private @Nullable Long totalMemoryBytes;
    private Duration admissionWait = Duration.ofSeconds(10);
    private Duration providerGrace = Duration.ofSeconds(10);
    private Duration closeWait = Duration.ofSeconds(30);
    private Clock clock = Clock.systemUTC();
    private final List<RunListener> listeners = new ArrayList<>();
    private @Nullable GrantProfiles grantProfiles;
    private @Nullable HostApiBroker broker;
    private @Nullable ClassLoader classLoader;
    private @Nullable Executor asyncExecutor;

    SandboxBuilder() {}

    /** Chooses a provider by its id; it is found with {@link java.util.ServiceLoader}. */
    public SandboxBuilder provider(String id) {
        this.providerId = Objects.requireNonNull(id, "id");
        this.provider = null;
        return this;
    }

    /** Passes a provider by hand; nothing is looked for. */
    public SandboxBuilder provider(SandboxProvider newProvider) {
        this.provider = Objects.requireNonNull(newProvider, "provider");
        this.providerId = null;
        return this;
    }

    /** Sets an option of the provider. One that the provider does not know is an error when the sandbox is opened. */
    public SandboxBuilder option(String name, String value) {
        options.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Sets a credential of the provider, under the same rule. */
    public SandboxBuilder option(String name, Secret value) {
        secrets.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Sets the bounds. */
    public SandboxBuilder limits(Limits newLimits) {
        this.limits = Objects.requireNonNull(newLimits, "limits");
        return this;
    }

    /** Sets the floor for all runs; a request may raise it and cannot lower it. None unless set. */
    public SandboxBuilder floor(Isolation newFloor) {
        this.floor = Objects.requireNonNull(newFloor, "floor");
        return this;
    }

    /** Sets how many runs may happen at once, 1 to 10,000; as many as there are processors, and at least 2, unless set. */
    public SandboxBuilder concurrency(int runs) {
        this.concurrency = runs;
        return this;
    }

    /** Sets how much memory all runs together may have; the provider's own bound unless set. */
    public SandboxBuilder totalMemoryBytes(long bytes) {
        this.totalMemoryBytes = bytes;
        return this;
    }

    /** Sets how long a run waits for a slot and memory, 0 to 1 h; 10 s unless set. */
    public SandboxBuilder admissionWait(Duration wait) {
        this.admissionWait = Objects.requireNonNull(wait, "wait");
        return this;
    }

    /** Sets how long beyond the deadline the provider may take to return before it is interrupted; 10 s unless set. */
    public SandboxBuilder providerGrace(Duration grace) {
        this.providerGrace = Objects.requireNonNull(grace, "grace");
        return this;
    }

    /** Sets how long {@link Sandbox#close()} waits for what is under way before it ends it; 30 s unless set. */
    public SandboxBuilder closeWait(Duration wait) {
        this.closeWait = Objects.requireNonNull(wait, "wait");
        return this;
    }

    /** Sets what tells the times in records; the system's clock unless set. */
    public SandboxBuilder clock(Clock newClock) {
        this.clock = Objects.requireNonNull(newClock, "clock");
        return this;
    }

    /** Adds a listener that is told of every run. */
    public SandboxBuilder listener(RunListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Sets what knows grants by name. */
    public SandboxBuilder grantProfiles(GrantProfiles profiles) {
        this.grantProfiles = Objects.requireNonNull(profiles, "profiles");
        return this;
    }

    /** Passes a broker by hand; nothing is looked for. */
    public SandboxBuilder broker(HostApiBroker newBroker) {
        this.broker = Objects.requireNonNull(newBroker, "broker");
        return this;
    }

    /** Sets where to look for providers and brokers besides the class loader of this library. */
    public SandboxBuilder classLoader(ClassLoader loader) {
        this.classLoader = Objects.requireNonNull(loader, "loader");
        return this;
    }

    /** Sets what runs the asynchronous calls. It is the application's: the sandbox never shuts it down. */
    public SandboxBuilder asyncExecutor(Executor executor) {
        this.asyncExecutor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /**
     * Opens the sandbox.
     *
     * @throws IllegalArgumentException if a setting is out of bounds
     * @throws dev.plimsoll.error.ProviderUnavailableException if the provider is missing, ambiguous or broken, or could not
     *     prove its wall
     */
    public Sandbox open() {
        require(concurrency >= 1 && concurrency <= MAX_CONCURRENCY, "concurrency must be 1 to " + MAX_CONCURRENCY);
        require(floor == Isolation.NONE || floor.isFloor(), "the floor must be process, container, kernel or vm");
        require(totalMemoryBytes == null || totalMemoryBytes > 0, "the total memory must be positive");
        requireWait("admissionWait", admissionWait);
        requireWait("providerGrace", providerGrace);
        requireWait("closeWait", closeWait);
        String id =
                provider != null ? SandboxCore.idOf(provider) : providerId != null ? providerId : configuredProvider();
        SandboxSettings settings = new SandboxSettings(
                id,
                limits,
                floor,
                concurrency,
                totalMemoryBytes,
                admissionWait,
                providerGrace,
                clock,
                listeners,
                grantProfiles,
                broker,
                classLoader);
        SandboxCore core =
                SandboxCore.open(settings, provider, new ProviderOptions(id, options, secrets, clock, concurrency));
        return new Sandbox(core, new AsyncRuns(asyncExecutor, id, concurrency), closeWait);
    }

    private static String configuredProvider() {
        String property = System.getProperty("plimsoll.provider", "");
        if (!property.isBlank()) {
            return property.strip();
        }
        String variable = System.getenv("SANDBOX_PROVIDER");
        return variable == null || variable.isBlank() ? DisabledBackend.ID : variable.strip();
    }

    private static void requireWait(String name, Duration wait) {
        require(!wait.isNegative() && wait.compareTo(MAX_WAIT) <= 0, name + " must be 0 to " + MAX_WAIT);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}

package dev.plimsoll.docker;

import com.github.dockerjava.api.exception.DockerException;
import dev.plimsoll.docker.internal.engine.EngineFault;
import dev.plimsoll.run.Limits;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Containers that wait, each for one run, and never ran anything. A run of other sizes than the pool's, or one that finds
 * none, has one made for it. Thread-safe.
 */
final class WarmPool implements ContainerSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WarmPool.class);
    /** How long one may take to become ready, on a busy machine. */
    private static final Duration STARTUP = Duration.ofSeconds(60);

    private static final Duration MAX_AGE = Duration.ofMinutes(10);
    private static final Duration HEALTH_ANSWER = Duration.ofSeconds(2);
    private static final long RETRY_MILLIS = 2_000;
    private static final long CHECK_SECONDS = 20;

    private final Engine engine;
    private final ContainerSpec spec;
    private final ContainerSpec.Sizes sizes;
    private final int size;
    private final ScheduledExecutorService background;
    private final ArrayDeque<Waiting> ready = new ArrayDeque<>();
    private boolean closed;

    WarmPool(
            Engine engine,
            ContainerSpec spec,
            ContainerSpec.Sizes sizes,
            int size,
            ScheduledExecutorService background) {
        this.engine = engine;
        this.spec = spec;
        this.sizes = sizes;
        this.size = size;
        this.background = background;
    }

    private record Waiting(Container container, Deadline age) {}

    /** Begins to fill. */
    void start() {
        if (size > 0) {
            for (int i = 0; i < size; i++) {
                background.execute(this::addOne);
            }
            var unused = background.scheduleWithFixedDelay(this::check, CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public Container take(ContainerSpec.Sizes wanted, Deadline deadline) throws IOException {
        while (wanted.equals(sizes)) {
            Waiting waiting = poll();
            if (waiting == null) {
                break;
            }
            refill();
            Container container = waiting.container();
            if (isUsable(waiting)) {
                container.limit(deadline);
                return container;
            }
            container.close();
        }
        return Container.start(engine, spec, wanted, deadline, Duration.ZERO);
    }

    /** Returns how many wait. */
    synchronized int waiting() {
        return ready.size();
    }

    private synchronized @Nullable Waiting poll() {
        return ready.poll();
    }

    private static boolean isUsable(Waiting waiting) {
        try {
            return !waiting.age().isExpired() && waiting.container().isHealthy(Deadline.after(HEALTH_ANSWER));
        } catch (EngineFault | DockerException e) {
            LOG.debug("a waiting container is not usable: {}", e.toString());
            return false;
        }
    }

    private void refill() {
        try {
            background.execute(this::addOne);
        } catch (RejectedExecutionException e) {
            LOG.trace("the pool is closed", e);
        }
    }

    private void addOne() {
        synchronized (this) {
            if (closed || ready.size() >= size) {
                return;
            }
        }
        try {
            Container container = Container.start(
                    engine, spec, sizes, Deadline.after(STARTUP), MAX_AGE.plus(Limits.MAX_PROJECT_TIMEOUT));
            Deadline age = Deadline.after(MAX_AGE);
            container.limit(age);
            if (!add(new Waiting(container, age))) {
                container.close();
            }
        } catch (EngineFault | DockerException | IOException e) {
            LOG.warn("a container for the pool could not be started, and will be tried again: {}", e.toString());
            retry();
        }
    }

    private synchronized boolean add(Waiting waiting) {
        return !closed && ready.size() < size && ready.add(waiting);
    }

    private void retry() {
        try {
            var unused = background.schedule(this::addOne, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("the pool is closed", e);
        }
    }

    /** Replaces those that are too old or no longer there. */
    private void check() {
        int count = waiting();
        for (int i = 0; i < count; i++) {
            Waiting waiting = poll();
            if (waiting == null) {
                return;
            }
            boolean usable = isUsable(waiting);
            if (!usable || !add(waiting)) {
                waiting.container().close();
            }
            if (!usable) {
                addOne();
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        while (true) {
            Waiting waiting = poll();
            if (waiting == null) {
                return;
            }
            waiting.container().close();
        }
    }
}

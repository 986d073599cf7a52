package dev.plimsoll.e2b;

import dev.plimsoll.e2b.internal.control.ControlException;
import dev.plimsoll.e2b.internal.control.ControlPlane;
import dev.plimsoll.e2b.internal.control.ListedVm;
import dev.plimsoll.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds microVMs of this owner that no run of this backend has, and kills them: of creations whose answer was lost, of
 * kills that failed, and of an application that was ended. Thread-safe.
 */
final class Leftovers implements AutoCloseable {
    static final String OWNER = "plimsoll-owner";
    static final String NONCE = "plimsoll-run";

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    /** A creation without an answer may still succeed for as long as the control plane lets its requests take. */
    private static final int[] SOON_SECONDS = {1, 5, 15, 40, 80};

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);
    /** One that does not answer must not take all the time of those behind it. */
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(4);

    private final ControlPlane control;
    private final String owner;
    private final Duration callTimeout;
    private final Set<String> wanted = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer;
    private volatile boolean suspected;

    Leftovers(ControlPlane control, String owner, Duration callTimeout, Duration every) {
        this.control = control;
        this.owner = owner;
        this.callTimeout = callTimeout;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "plimsoll-e2b-leftovers");
            thread.setDaemon(true);
            return thread;
        });
        Future<?> unused = timer.scheduleWithFixedDelay(
                this::sweepOnTimer, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns what a microVM of ours has to be created with. */
    Map<String, String> metadata(String nonce) {
        return Map.of(OWNER, owner, NONCE, nonce);
    }

    /** Says that a run wants the microVM of this nonce, from before its creation. */
    void want(String nonce) {
        wanted.add(nonce);
    }

    /** Says that its microVM was killed, or was never there. */
    void gone(String nonce) {
        wanted.remove(nonce);
    }

    /** Says that its microVM may be there and that nobody wants it: it is looked for until it must have shown up. */
    void suspect(String nonce) {
        wanted.remove(nonce);
        suspected = true;
        try {
            for (int seconds : SOON_SECONDS) {
                Future<?> unused = timer.schedule(this::sweepOnTimer, seconds, TimeUnit.SECONDS);
            }
        } catch (RejectedExecutionException e) { // closing, which looks once more by itself
            LOG.debug("no look for microVM leftovers is planned, the provider is being closed");
        }
    }

    /** Kills the microVM of a nonce, if it is there. The time is for all of it. */
    void killByNonce(String nonce, Duration timeout) throws ControlException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        kill(control.list(metadata(nonce), timeout), deadline);
    }

    /** Looks for leftovers once and kills them, as many as there is time for. The time is for all of it. */
    void sweep(Duration timeout) throws ControlException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        List<ListedVm> unwanted = new ArrayList<>();
        for (ListedVm vm : control.list(Map.of(OWNER, owner), timeout)) {
            String nonce = vm.metadata().get(NONCE);
            if (nonce == null || !wanted.contains(nonce)) {
                unwanted.add(vm);
            }
        }
        kill(unwanted, deadline);
    }

    /** Kills what lives when the JVM ends, so many as there is time for: a service that is stopped is soon killed itself. */
    void killAllAtShutdown() {
        if (wanted.isEmpty() && !suspected) {
            return;
        }
        Deadline deadline = Deadline.after(CLOSE_PATIENCE);
        try {
            kill(control.list(Map.of(OWNER, owner), CLOSE_PATIENCE), deadline);
        } catch (ControlException e) {
            LOG.warn("a microVM may be left; it ends by its time limit: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills each; one that cannot be killed does not keep the others alive. */
    private void kill(List<ListedVm> vms, Deadline deadline) throws ControlException, InterruptedException {
        ControlException failure = null;
        for (ListedVm vm : vms) {
            Duration left = deadline.remaining();
            try {
                if (control.kill(vm.id(), left.compareTo(KILL_PATIENCE) < 0 ? left : KILL_PATIENCE)) {
                    LOG.info("killed microVM {}, which no run has any more", vm.id());
                }
            } catch (ControlException e) {
                failure = e;
            }
            if (left.isZero()) {
                break;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void sweepOnTimer() {
        try {
            sweep(callTimeout);
        } catch (ControlException e) {
            LOG.warn("could not look for leftover microVMs, and will again: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) { // else the timer would end for good
            LOG.warn("could not look for leftover microVMs, and will again", e);
        }
    }

    /** Ends the timer, and looks once more if anything may be left. */
    @Override
    public void close() {
        timer.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            timer.awaitTermination(CLOSE_PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (suspected) {
                sweep(CLOSE_PATIENCE);
            }
        } catch (ControlException e) {
            LOG.warn("a microVM may be left; it ends by its time limit: {}", e.getMessage());
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

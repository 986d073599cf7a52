package dev.plimsoll.e2b;

import dev.plimsoll.e2b.internal.control.ControlException;
import dev.plimsoll.e2b.internal.control.ControlPlane;
import dev.plimsoll.e2b.internal.control.Egress;
import dev.plimsoll.e2b.internal.control.ListedVm;
import dev.plimsoll.e2b.internal.control.StartedVm;
import dev.plimsoll.e2b.internal.control.VmSpec;
import dev.plimsoll.e2b.internal.envd.EnvdClient;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes microVMs, never more than the account may have at once, and sees to it that each is killed. Thread-safe. */
final class MicroVms implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MicroVms.class);
    /** How long a microVM may outlive its run's deadline if nobody can kill it. */
    private static final Duration SPARE_LIFE = Duration.ofSeconds(60);
    /** Longer than the control plane lets a creation take. */
    private static final Duration LONGEST_CREATION = Duration.ofSeconds(80);
    /** Two of these fit into the grace that a sandbox gives its provider. */
    private static final Duration CLEAN_UP = Duration.ofSeconds(4);

    private static final int ENVD_PORT = 49983;

    private final E2bSettings settings;
    private final OkHttpClient http;
    private final ControlPlane control;
    private final Leftovers leftovers;
    private final Semaphore slots;
    private final SecureRandom random = new SecureRandom();
    private final ShutdownHook hook;

    MicroVms(E2bSettings settings) {
        this.settings = settings;
        this.http = Calls.newClient(settings.callTimeout());
        this.control = new ControlPlane(http, settings.api(), settings.apiKey(), settings.createV1());
        String owner = settings.owner().orElseGet(() -> "any-" + randomName());
        this.leftovers = new Leftovers(control, owner, settings.callTimeout(), settings.reapEvery());
        this.slots = new Semaphore(settings.mostVms(), true);
        this.hook = new ShutdownHook(leftovers::killAllAtShutdown);
    }

    /** Kills what an earlier run of this application left, if it has a name to be known by. */
    void sweepAtStart() throws InterruptedException {
        if (settings.owner().isPresent()) {
            try {
                leftovers.sweep(settings.callTimeout());
            } catch (ControlException e) { // the smoke test will tell whether there is anybody
                LOG.warn("could not look for leftover microVMs, and will again: {}", e.getMessage());
            }
        }
    }

    /**
     * Creates one.
     *
     * @param egress the one place that it may speak to
     * @throws NotDispatchedException if there is none to be had; whatever may have been created is killed, or looked for
     */
    MicroVm open(Dispatch<?> dispatch, Optional<Egress> egress) throws InterruptedException {
        Deadline deadline = dispatch.deadline();
        long patience = Math.min(settings.patience().toNanos(), Math.max(0, deadline.remainingNanos()));
        long start = System.nanoTime();
        if (!slots.tryAcquire(patience, TimeUnit.NANOSECONDS)) {
            throw dispatch.refusal(
                    RefusalReason.CAPACITY,
                    "nothing ran: all " + settings.mostVms() + " microVMs that option maxSandboxes allows are in use",
                    null);
        }
        boolean opened = false;
        try {
            MicroVm vm = create(dispatch, egress, start + patience);
            opened = true;
            return vm;
        } finally {
            if (!opened) {
                slots.release();
            }
        }
    }

    private MicroVm create(Dispatch<?> dispatch, Optional<Egress> egress, long until) throws InterruptedException {
        while (true) {
            Duration left = dispatch.deadline().remaining();
            if (left.isZero()) {
                throw dispatch.refusal(
                        RefusalReason.CAPACITY, "nothing ran: no microVM was there before the deadline", null);
            }
            String nonce = randomName();
            try {
                return attempt(dispatch, nonce, left, egress);
            } catch (ControlException e) {
                long wait = e.status() == 429
                        ? e.retryAfter().map(Duration::toNanos).orElse(-1L)
                        : -1L;
                long room =
                        Math.min(until - System.nanoTime(), dispatch.deadline().remainingNanos());
                if (wait < 0 || wait > room) {
                    throw dispatch.refusal(reason(e), "nothing ran: " + e.getMessage() + advice(e), e);
                }
                TimeUnit.NANOSECONDS.sleep(wait);
            }
        }
    }

    private MicroVm attempt(Dispatch<?> dispatch, String nonce, Duration left, Optional<Egress> egress)
            throws ControlException, InterruptedException {
        StartedVm started = start(nonce, left, egress);
        boolean usable = false;
        try {
            EnvdClient envd = envd(dispatch, started);
            requireLife(dispatch, started.id(), left);
            usable = true;
            return new MicroVm(envd, settings.callTimeout(), () -> end(started.id(), nonce));
        } finally {
            if (!usable) {
                kill(started.id(), nonce);
            }
        }
    }

    /** Reads back how long it really lives: an account's plan may give less than was asked for. */
    private void requireLife(Dispatch<?> dispatch, String id, Duration needed)
            throws ControlException, InterruptedException {
        Duration left = dispatch.deadline().remaining();
        Duration timeout = left.compareTo(settings.callTimeout()) < 0 ? left : settings.callTimeout();
        ListedVm vm = control.get(id, timeout)
                .orElseThrow(() -> dispatch.refusal(
                        RefusalReason.CAPACITY,
                        "nothing ran: the microVM was gone before anything was sent to it; retry later",
                        null));
        Duration life = vm.life().orElse(needed); // an E2B that does not say
        if (life.compareTo(needed) < 0) {
            throw dispatch.refusal(
                    RefusalReason.CAPACITY,
                    "nothing ran: E2B gave the microVM " + life.toSeconds() + " s to live and the run needs "
                            + needed.toSeconds() + " s; shorten the timeout, or see what the account's plan allows",
                    null);
        }
    }

    private StartedVm start(String nonce, Duration left, Optional<Egress> egress)
            throws ControlException, InterruptedException {
        VmSpec spec = new VmSpec(settings.template(), left.plus(SPARE_LIFE), leftovers.metadata(nonce), egress);
        Duration timeout = left.compareTo(LONGEST_CREATION) < 0 ? left : LONGEST_CREATION;
        leftovers.want(nonce);
        boolean settled = false;
        try {
            StartedVm started = control.create(spec, timeout);
            settled = true;
            return started;
        } catch (ControlException e) {
            settled = !e.mayHaveTakenEffect();
            if (settled) {
                leftovers.gone(nonce);
            }
            throw e;
        } finally {
            if (!settled) {
                settleLost(nonce);
            }
        }
    }

    /** Looks at once for what a lost creation made; whether or not that succeeds, it is looked for again later. */
    private void settleLost(String nonce) {
        leftovers.suspect(nonce);
        boolean interrupted = Thread.interrupted();
        try {
            leftovers.killByNonce(nonce, CLEAN_UP);
        } catch (ControlException e) {
            LOG.warn("a microVM may have been created and is looked for: {}", e.getMessage());
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(String id, String nonce) {
        try {
            kill(id, nonce);
        } finally {
            slots.release();
        }
    }

    /** Kills a microVM, whatever state the thread is in. */
    private void kill(String id, String nonce) {
        boolean interrupted = Thread.interrupted();
        try {
            if (killed(id)) {
                leftovers.gone(nonce);
            } else {
                leftovers.suspect(nonce);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean killed(String id) {
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                control.kill(id, CLEAN_UP);
                return true;
            } catch (ControlException e) {
                LOG.warn("microVM {} could not be killed, attempt {}: {}", id, attempt, e.getMessage());
            } catch (InterruptedException e) {
                LOG.warn("microVM {} could not be killed, attempt {}: interrupted", id, attempt);
            }
        }
        return false;
    }

    private EnvdClient envd(Dispatch<?> dispatch, StartedVm vm) {
        Headers.Builder headers = new Headers.Builder()
                .add("E2b-Sandbox-Id", vm.id())
                .add("E2b-Sandbox-Port", Integer.toString(ENVD_PORT));
        vm.envdToken().ifPresent(token -> headers.add("X-Access-Token", token.reveal()));
        HttpUrl base = settings.sandboxes()
                .orElseGet(() -> HttpUrl.parse("https://" + ENVD_PORT + "-"
                        + vm.id().toLowerCase(Locale.ROOT) + "."
                        + vm.domain().orElse(settings.domain())));
        if (base == null) { // a part that is longer than the name of a host may have, or an empty one
            throw dispatch.refusal(
                    RefusalReason.PROTOCOL, "nothing ran: the control plane named a microVM that has no address", null);
        }
        return new EnvdClient(http, base, headers.build(), settings.keepAlive());
    }

    private static RefusalReason reason(ControlException e) {
        int status = e.status();
        if (status == 0 || status == 429 || status >= 500) {
            return RefusalReason.CAPACITY;
        }
        return status < 400 ? RefusalReason.PROTOCOL : RefusalReason.UNSUPPORTED;
    }

    private static String advice(ControlException e) {
        return switch (e.status()) {
            case 401, 403 -> "; check the option apiKey";
            case 400, 404 -> "; check the options template and createVersion";
            case 429 -> "; lower the option maxSandboxes, or retry later";
            default -> "; retry later";
        };
    }

    private String randomName() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        hook.close();
        leftovers.close();
        Calls.close(http);
    }
}

package dev.plimsoll.e2b;

import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.control.Egress;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import java.net.URI;
import java.util.concurrent.Semaphore;

/** A granted run at the guard, from before its microVM is created until after it was killed. Thread-safe. */
final class GuardedRun implements AutoCloseable {
    /** How many calls of one run may hold a thread of the application's server. */
    private static final int MOST_CALLS = 16;

    private final URI address;
    private final Secret credential;
    private final HostApi api;
    private final Deadline deadline;
    private final Semaphore calls = new Semaphore(MOST_CALLS);
    private final Runnable end;

    GuardedRun(URI address, Secret credential, HostApi api, Deadline deadline, Runnable end) {
        this.address = address;
        this.credential = credential;
        this.api = api;
        this.deadline = deadline;
        this.end = end;
    }

    HostApi api() {
        return api;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Takes one of the run's places at the guard. */
    boolean enter() {
        return calls.tryAcquire();
    }

    void leave() {
        calls.release();
    }

    /** Returns the way to the guard: the credential is added outside of the microVM. */
    Egress egress() {
        return new Egress(address.getHost(), E2bGuard.HEADER, credential);
    }

    /** Tells the guest's side where to call. */
    void describe(JsonObject job) {
        JsonObject host = new JsonObject();
        host.addProperty("url", address.toString());
        host.addProperty("script", api.clientScript());
        host.addProperty("python", api.pythonModule());
        host.addProperty("maxEnvelopeBytes", api.maxEnvelopeBytes());
        job.add("host", host);
        job.add("hostFolder", host);
        job.addProperty("maxEnvelopeBytes", api.maxEnvelopeBytes());
    }

    /** Refuses the run's calls from now on. */
    @Override
    public void close() {
        end.run();
    }
}

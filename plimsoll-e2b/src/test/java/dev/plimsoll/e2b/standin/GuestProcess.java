package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A process of a microVM with those who listen to it. As with envd, output that nobody listens to is lost, a signal
 * reaches the leader alone, and after a signal nobody waits for what the leader's children still print.
 */
final class GuestProcess {
    /** How long a late listener still learns how it ended. */
    private static final Duration REMEMBERED = Duration.ofSeconds(30);

    private static final int CHUNK_BYTES = 32 << 10;

    private final Process process;
    private final JsonObject config;
    private final Optional<String> tag;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile Optional<String> signalled = Optional.empty();
    private volatile Optional<Event.Ended> end = Optional.empty();
    private volatile Optional<Instant> endedAt = Optional.empty();

    GuestProcess(Process process, JsonObject config, Optional<String> tag) {
        this.process = process;
        this.config = config;
        this.tag = tag;
    }

    /** Starts to read what it prints. The first listener is there before. */
    void watch() {
        Thread out = reader("stdout", process.getInputStream());
        Thread err = reader("stderr", process.getErrorStream());
        thread("end", () -> {
            int code = process.waitFor();
            if (signalled.isEmpty()) {
                out.join();
                err.join();
            }
            end(code);
        });
    }

    long pid() {
        return process.pid();
    }

    Optional<String> tag() {
        return tag;
    }

    boolean isRunning() {
        return end.isEmpty();
    }

    boolean isForgotten() {
        return endedAt.filter(at -> at.plus(REMEMBERED).isBefore(Instant.now())).isPresent();
    }

    JsonObject info() {
        JsonObject info = new JsonObject();
        info.add("config", config);
        info.addProperty("pid", pid());
        tag.ifPresent(text -> info.addProperty("tag", text));
        return info;
    }

    Listener listen() {
        Listener listener = new Listener();
        synchronized (this) {
            listeners.add(listener);
            end.ifPresent(listener::put);
        }
        return listener;
    }

    void ignore(Listener listener) {
        listener.close();
        listeners.remove(listener);
    }

    void write(byte[] bytes) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write(bytes);
        in.flush();
    }

    void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    void signal(String name) {
        boolean kill = name.equals("killed");
        signalled = Optional.of(name);
        if (kill) {
            process.destroyForcibly();
        } else {
            process.destroy();
        }
    }

    /** Ends it because its time is up, and says so to those who listen. */
    void expire() {
        if (isRunning()) {
            publish(new Event.Expired());
            signal("killed");
        }
    }

    /** Cuts off those who listen: the microVM is gone. */
    void abandon() {
        publish(new Event.Gone());
        signal("killed");
    }

    private void end(int code) {
        JsonObject json = new JsonObject();
        String status = signalled.map(name -> "signal: " + name).orElse("exit status " + code);
        // As in proto3's JSON, what is zero or false is not there.
        if (signalled.isPresent()) {
            json.addProperty("exitCode", -1);
        } else {
            if (code != 0) {
                json.addProperty("exitCode", code);
            }
            json.addProperty("exited", true);
        }
        json.addProperty("status", status);
        if (code != 0) {
            json.addProperty("error", status);
        }
        Event.Ended ended = new Event.Ended(json);
        synchronized (this) {
            end = Optional.of(ended);
            endedAt = Optional.of(Instant.now());
        }
        publish(ended);
    }

    private Thread reader(String name, InputStream from) {
        return thread(name, () -> {
            try (from) {
                byte[] buffer = new byte[CHUNK_BYTES];
                int read;
                while ((read = from.read(buffer)) >= 0) {
                    publish(new Event.Output(name, Base64.getEncoder().encodeToString(Arrays.copyOf(buffer, read))));
                }
            } catch (IOException e) {
                publish(new Event.Gone()); // its pipe was closed under us, which only the end of the microVM does
            }
        });
    }

    private void publish(Event event) {
        listeners.forEach(listener -> listener.put(event));
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    private Thread thread(String role, Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "standin-" + role + "-" + pid());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}

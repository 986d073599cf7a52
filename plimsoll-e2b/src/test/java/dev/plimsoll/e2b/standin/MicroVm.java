package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** One sandbox: a folder, processes, an end. Thread-safe. */
final class MicroVm {
    /** What envd calls itself. */
    static final String ENVD_VERSION = "0.6.13";

    private final String id;
    private final String accessToken;
    private final CreateOrder order;
    private final GuestPaths paths;
    private final Egress egress;
    /** In milliseconds, as a page's token has it: otherwise two of one millisecond sort in another order than their tokens. */
    private final Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private final Map<Long, GuestProcess> processes = new ConcurrentHashMap<>();
    private volatile Instant endAt;
    private boolean dead;

    MicroVm(String id, String accessToken, CreateOrder order, GuestPaths paths, Egress egress) {
        this.id = id;
        this.accessToken = accessToken;
        this.order = order;
        this.paths = paths;
        this.egress = egress;
        this.endAt = startedAt.plus(order.life());
    }

    String id() {
        return id;
    }

    String accessToken() {
        return accessToken;
    }

    CreateOrder order() {
        return order;
    }

    GuestPaths paths() {
        return paths;
    }

    Instant startedAt() {
        return startedAt;
    }

    Instant endAt() {
        return endAt;
    }

    synchronized void endIn(Duration life) {
        endAt = Instant.now().plus(life);
    }

    /** Ends no later than that after the start. */
    synchronized void endWithin(Duration life) {
        Instant end = startedAt.plus(life);
        if (end.isBefore(endAt)) {
            endAt = end;
        }
    }

    synchronized void extendTo(Duration life) {
        Instant end = Instant.now().plus(life);
        if (end.isAfter(endAt)) {
            endAt = end;
        }
    }

    boolean isExpired() {
        return endAt.isBefore(Instant.now());
    }

    Collection<GuestProcess> processes() {
        return processes.values();
    }

    Optional<GuestProcess> process(long pid) {
        return Optional.ofNullable(processes.get(pid)).filter(process -> !process.isForgotten());
    }

    Optional<GuestProcess> process(String tag) {
        return processes.values().stream()
                .filter(process -> process.tag().filter(tag::equals).isPresent() && !process.isForgotten())
                .findAny();
    }

    /** Starts what envd's process service was asked to start. The caller makes it {@linkplain GuestProcess#watch talk}. */
    synchronized GuestProcess start(JsonObject config, Optional<String> tag, boolean stdin) throws RpcException {
        if (dead) {
            throw new RpcException("unavailable", "the sandbox is shutting down");
        }
        Path cwd = config.has("cwd") ? paths.resolve(config.get("cwd").getAsString()) : paths.home();
        if (!Files.isDirectory(cwd)) {
            throw new RpcException("invalid_argument", "cwd '" + cwd + "' does not exist");
        }
        String program = config.has("cmd") ? paths.inWord(config.get("cmd").getAsString()) : "";
        List<String> command = new ArrayList<>(egress.prefix(cwd));
        command.add(program);
        if (config.get("args") instanceof JsonArray args) {
            args.forEach(arg -> command.add(paths.inWord(arg.getAsString())));
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(cwd.toFile());
        setEnvironment(builder.environment(), config.get("envs"));
        if (!isExecutable(program, builder.environment().get("PATH"))) {
            throw new RpcException("invalid_argument", "error starting process: '" + program + "' not found");
        }
        if (!stdin) {
            builder.redirectInput(
                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        }
        try {
            GuestProcess process = new GuestProcess(builder.start(), config, tag);
            processes.put(process.pid(), process);
            return process;
        } catch (IOException e) {
            throw new RpcException("invalid_argument", "error starting process: " + e.getMessage());
        }
    }

    /** Ends everything in it, and its disk. */
    synchronized void kill() {
        if (dead) {
            return;
        }
        dead = true;
        processes.values().forEach(GuestProcess::abandon);
        egress.close();
        new Stragglers(marker(), paths.root()).killAll(processes.keySet());
        try {
            paths.delete();
        } catch (IOException e) {
            throw new IllegalStateException("a microVM's folder could not be deleted", e);
        }
    }

    private String marker() {
        return "E2B_SANDBOX_ID=" + id;
    }

    private void setEnvironment(Map<String, String> environment, JsonElement envs) {
        String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.clear();
        environment.putAll(Map.of(
                "PATH",
                path,
                "HOME",
                paths.home().toString(),
                "USER",
                "user",
                "LOGNAME",
                "user",
                "E2B_SANDBOX",
                "true"));
        environment.putAll(egress.environment());
        environment.putAll(order.environment());
        if (envs instanceof JsonObject object) {
            object.entrySet()
                    .forEach(env -> environment.put(
                            env.getKey(), paths.inWord(env.getValue().getAsString())));
        }
        environment.put("E2B_SANDBOX_ID", id);
    }

    private static boolean isExecutable(String program, String path) {
        if (program.isEmpty()) {
            return false;
        }
        if (program.contains("/")) {
            return Files.isExecutable(Path.of(program));
        }
        for (String folder : path.split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }
}

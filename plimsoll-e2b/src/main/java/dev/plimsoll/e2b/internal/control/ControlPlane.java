package dev.plimsoll.e2b.internal.control;

import com.google.gson.reflect.TypeToken;
import dev.plimsoll.e2b.internal.generated.ApiClient;
import dev.plimsoll.e2b.internal.generated.ApiException;
import dev.plimsoll.e2b.internal.generated.ApiResponse;
import dev.plimsoll.e2b.internal.generated.ListedSandbox;
import dev.plimsoll.e2b.internal.generated.NewSandbox;
import dev.plimsoll.e2b.internal.generated.SandboxTimeout;
import dev.plimsoll.e2b.internal.generated.SandboxesApi;
import dev.plimsoll.e2b.internal.generated.StartedSandbox;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Creates, finds and kills microVMs. Each call is made once: who calls decides whether to call again. Thread-safe.
 *
 * <p>What comes back is checked before it goes into an address or a header.
 */
public final class ControlPlane {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,8192}");
    private static final int PAGE = 100;
    /** More microVMs than any account may have. */
    private static final int MOST_PAGES = 100;

    private static final int MAX_PAGE_TOKEN_LENGTH = 4096;
    private static final int MAX_RETRY_AFTER_SECONDS = 24 * 3600;

    private final ApiClient client;
    private final SandboxesApi api;
    private final boolean v1;

    /**
     * Makes a client.
     *
     * @param http what carries the calls
     * @param base where the control plane is
     * @param apiKey the account's key
     * @param v1 whether microVMs are created by the older call
     */
    public ControlPlane(OkHttpClient http, HttpUrl base, Secret apiKey, boolean v1) {
        this.client = new ApiClient(http, base, apiKey);
        this.api = new SandboxesApi(client);
        this.v1 = v1;
    }

    /** Creates a microVM. */
    public StartedVm create(VmSpec spec, Duration timeout) throws ControlException, InterruptedException {
        NewSandbox body = NewSandboxes.of(spec, v1);
        StartedSandbox made = Objects.requireNonNull(call(
                        "create",
                        () -> v1 ? api.createSandboxV1Call(body, null) : api.createSandboxCall(body, null),
                        TypeToken.get(StartedSandbox.class),
                        timeout)
                .getData());
        return started(made);
    }

    /** Finds a microVM again, and lets it live so long at least. */
    public StartedVm connect(String id, Duration life, Duration timeout) throws ControlException, InterruptedException {
        SandboxTimeout body = new SandboxTimeout().timeout(NewSandboxes.seconds(life));
        StartedSandbox found = Objects.requireNonNull(call(
                        "connect",
                        () -> v1 ? api.connectSandboxV1Call(id, body, null) : api.connectSandboxCall(id, body, null),
                        TypeToken.get(StartedSandbox.class),
                        timeout)
                .getData());
        return started(found);
    }

    /** Finds a microVM; empty if it is gone. */
    public Optional<ListedVm> get(String id, Duration timeout) throws ControlException, InterruptedException {
        try {
            return Optional.of(listed(Objects.requireNonNull(
                    call("get", () -> api.getSandboxCall(id, null), TypeToken.get(ListedSandbox.class), timeout)
                            .getData())));
        } catch (ControlException e) {
            if (e.status() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Finds all microVMs with this metadata, running and paused.
     *
     * @param timeout how long all its pages may take together
     */
    public List<ListedVm> list(Map<String, String> metadata, Duration timeout)
            throws ControlException, InterruptedException {
        String query = metadata.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("&"));
        Deadline deadline = Deadline.after(timeout);
        List<ListedVm> all = new ArrayList<>();
        String next = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            String from = next;
            ApiResponse<List<ListedSandbox>> answer = call(
                    "list",
                    () -> api.listSandboxesCall(query, List.of("running", "paused"), PAGE, from, null),
                    new TypeToken<List<ListedSandbox>>() {},
                    deadline.remaining());
            List<ListedSandbox> listed = Objects.requireNonNull(answer.getData());
            if (listed.size() > PAGE) {
                throw unreadable("list");
            }
            for (ListedSandbox sandbox : listed) {
                if (sandbox == null) {
                    throw unreadable("list");
                }
                ListedVm vm = listed(sandbox);
                // what the control plane filters is checked: others' microVMs are not ours to kill
                if (vm.metadata().entrySet().containsAll(metadata.entrySet())) {
                    all.add(vm);
                }
            }
            next = header(answer.getHeaders(), "x-next-token");
            if (next == null || next.isEmpty()) {
                return all;
            }
            if (next.length() > MAX_PAGE_TOKEN_LENGTH) {
                throw unreadable("list");
            }
        }
        throw new ControlException("list: the control plane does not come to an end", 200, null, null);
    }

    /** Kills a microVM, paused or running; false if there is none. */
    public boolean kill(String id, Duration timeout) throws ControlException, InterruptedException {
        try {
            call("kill", () -> api.killSandboxCall(id, null), null, timeout);
            return true;
        } catch (ControlException e) {
            if (e.status() == 404) {
                return false;
            }
            throw e;
        }
    }

    /** Sets how long a microVM may live from now on. */
    public void setTimeout(String id, Duration life, Duration timeout) throws ControlException, InterruptedException {
        SandboxTimeout body = new SandboxTimeout().timeout(NewSandboxes.seconds(life));
        call("set timeout", () -> api.setSandboxTimeoutCall(id, body, null), null, timeout);
    }

    @FunctionalInterface
    private interface Build {
        Call call() throws ApiException;
    }

    private <T> ApiResponse<T> call(String what, Build build, @Nullable TypeToken<T> type, Duration timeout)
            throws ControlException, InterruptedException {
        try {
            Call call = build.call();
            call.timeout().timeout(Math.max(1, timeout.toNanos()), TimeUnit.NANOSECONDS);
            return client.execute(call, type == null ? null : type.getType());
        } catch (ApiException e) {
            if (e.getCause() instanceof InterruptedException interrupt) {
                throw interrupt;
            }
            if (e.getCause() instanceof IOException cause) {
                throw new ControlException(
                        what + ": the control plane did not answer (" + Calls.describe(cause) + ")", 0, null, cause);
            }
            String said = e.getCode() >= 300 ? "answered " + e.getCode() : "answered what cannot be read";
            throw new ControlException(
                    what + ": the control plane " + said, e.getCode(), retryAfter(e.getResponseHeaders()), null);
        }
    }

    private static @Nullable Duration retryAfter(@Nullable Map<String, List<String>> headers) {
        String text = header(headers, "retry-after");
        if (text == null || !text.matches("[0-9]{1,9}")) {
            return null;
        }
        // never at once: a control plane that says 0 must not be asked without a pause
        return Duration.ofSeconds(Math.max(1, Math.min(Integer.parseInt(text), MAX_RETRY_AFTER_SECONDS)));
    }

    private static @Nullable String header(@Nullable Map<String, List<String>> headers, String name) {
        List<String> values = headers == null ? null : headers.get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    private static StartedVm started(StartedSandbox sandbox) throws ControlException {
        String domain = sandbox.getDomain();
        String token = sandbox.getEnvdAccessToken();
        boolean fits = (domain == null
                        || domain.isEmpty()
                        || DOMAIN.matcher(domain).matches())
                && (token == null || token.isEmpty() || TOKEN.matcher(token).matches());
        if (!fits) {
            throw unreadable("create");
        }
        return new StartedVm(
                id(sandbox.getSandboxID(), "create"),
                Objects.requireNonNullElse(sandbox.getTemplateID(), ""),
                Objects.requireNonNullElse(sandbox.getEnvdVersion(), ""),
                Optional.ofNullable(token).filter(text -> !text.isEmpty()).map(Secret::of),
                Optional.ofNullable(domain).filter(text -> !text.isEmpty()));
    }

    private static ListedVm listed(ListedSandbox sandbox) throws ControlException {
        Map<String, String> metadata = Objects.requireNonNullElse(sandbox.getMetadata(), Map.of());
        if (metadata.values().stream().anyMatch(Objects::isNull)) {
            throw unreadable("list");
        }
        OffsetDateTime startedAt = sandbox.getStartedAt();
        OffsetDateTime endAt = sandbox.getEndAt();
        return new ListedVm(
                id(sandbox.getSandboxID(), "list"),
                metadata,
                startedAt == null || endAt == null
                        ? Optional.empty()
                        : Optional.of(Duration.between(startedAt, endAt)));
    }

    private static String id(@Nullable String id, String what) throws ControlException {
        if (id == null || !ID.matcher(id).matches()) {
            throw unreadable(what);
        }
        return id;
    }

    private static ControlException unreadable(String what) {
        return new ControlException(what + ": the control plane answered what cannot be read", 200, null, null);
    }
}

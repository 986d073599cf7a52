package dev.plimsoll.e2b;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Takes the host calls of granted runs from their microVMs. The application mounts {@link #httpHandler()}, or an {@link
 * E2bGuardServlet}, behind TLS at an address that E2B can reach, and gives the guard to {@link E2bProvider#E2bProvider(E2bGuard)}.
 *
 * <p>Each granted run has a credential of its own, 256 random bits. E2B's network rules add it to the requests outside of
 * the microVM, so the guest cannot read it, and let nothing else out; it is worth nothing once the run is over. A request
 * without a live credential is answered 401 before its body is read. What a call may do is the broker's business.
 *
 * <p>It blocks a thread of the server for as long as a call takes: at most 16 for each run, and never beyond the run's
 * deadline. A body that comes slowly is the server's to time out.
 *
 * <p>Thread-safe. One guard serves any number of sandboxes.
 *
 * @since 0.1
 */
public final class E2bGuard {
    static final String HEADER = "X-Plimsoll-Guard";

    private static final int CREDENTIAL_BYTES = 32;
    private static final int MAX_CREDENTIAL_LENGTH = 128;
    /** What a broker that keeps to the deadline never needs. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final URI address;
    private final SecureRandom random = new SecureRandom();
    /** By the credential's digest, so that looking one up tells nothing about another. */
    private final Map<String, GuardedRun> runs = new ConcurrentHashMap<>();

    /**
     * Makes a guard.
     *
     * @param address where microVMs reach it: {@code https} at the usual port, a host name and a path; plain {@code http}
     *     and other ports only for an address of this machine, for tests
     * @throws IllegalArgumentException if it is anything else
     */
    public E2bGuard(URI address) {
        boolean local = List.of("127.0.0.1", "localhost").contains(String.valueOf(address.getHost()));
        boolean secure = "https".equals(address.getScheme()) && (address.getPort() == -1 || address.getPort() == 443);
        boolean bare =
                address.getRawUserInfo() == null && address.getRawQuery() == null && address.getRawFragment() == null;
        if (address.getHost() == null || !bare || !(secure || (local && "http".equals(address.getScheme())))) {
            throw new IllegalArgumentException(
                    "a guard's address must be https at port 443, without user, query and fragment");
        }
        this.address = address;
    }

    /** Returns what mounts on the JDK's HTTP server, at the path of the address. */
    public HttpHandler httpHandler() {
        return this::handle;
    }

    GuardedRun open(HostApi api, Deadline deadline) {
        byte[] bytes = new byte[CREDENTIAL_BYTES];
        random.nextBytes(bytes);
        String credential = HexFormat.of().formatHex(bytes);
        String digest = digest(credential);
        GuardedRun run = new GuardedRun(address, Secret.of(credential), api, deadline, () -> runs.remove(digest));
        runs.put(digest, run);
        return run;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            GuardAnswer answer = answer(
                    exchange.getRequestMethod(),
                    exchange.getRequestHeaders().getOrDefault(HEADER, List.of()),
                    exchange.getRequestBody());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            int length = answer.body().length();
            exchange.sendResponseHeaders(answer.status(), length == 0 ? -1 : length);
            answer.body().writeTo(exchange.getResponseBody());
        }
    }

    /** Answers one request, whatever server it came through. */
    GuardAnswer answer(String method, List<String> credentials, InputStream body) throws IOException {
        GuardedRun run = credentials.size() == 1 && credentials.get(0).length() <= MAX_CREDENTIAL_LENGTH
                ? runs.get(digest(credentials.get(0)))
                : null;
        if (run == null) {
            return GuardAnswer.refused(401);
        }
        if (!method.equals("POST")) {
            return GuardAnswer.refused(405);
        }
        if (!run.enter()) {
            return GuardAnswer.refused(429);
        }
        try {
            int most = run.api().maxEnvelopeBytes();
            byte[] envelope = body.readNBytes(most + 1);
            return envelope.length > most ? GuardAnswer.refused(413) : call(run, Bytes.copyOf(envelope));
        } finally {
            run.leave();
        }
    }

    private static GuardAnswer call(GuardedRun run, Bytes envelope) {
        Duration wait = run.deadline().remaining().plus(MARGIN);
        try {
            return new GuardAnswer(200, run.api().call(envelope).get(wait.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return GuardAnswer.refused(503);
        } catch (TimeoutException | ExecutionException e) { // a broker does neither; the guest learns no more than that
            return GuardAnswer.refused(503);
        }
    }

    private static String digest(String credential) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256").digest(credential.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Shows the address and how many runs are open. */
    @Override
    public String toString() {
        return "E2bGuard[" + address + ", " + runs.size() + " runs]";
    }
}

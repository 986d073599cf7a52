package dev.plimsoll.benchmarks;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.broker.HttpBroker;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One brokered call over loopback beside the same request by plain OkHttp, on the caller's thread and on OkHttp's; and a whole
 * run on plimsoll-wasm with one call, beside one without.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Dsun.net.httpserver.nodelay=true") // or each answer waits for an acknowledgement
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BrokerBenchmark {
    private static final byte[] ANSWER = "{\"id\":7,\"name\":\"Ada\"}".getBytes(StandardCharsets.UTF_8);
    private static final Bytes ENVELOPE = Bytes.utf8("{\"method\":\"GET\",\"path\":\"/v1/items/7\"}");
    private static final String TOKEN = "a-token-of-the-usual-length-0123456789abcdef";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int MOST_CALLS = 100_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final OkHttpClient client = new OkHttpClient();
    private final JavaScriptRequest runWithoutACall = JavaScriptRequest.of("console.log(6 * 7)");

    @SuppressWarnings("NullAway.Init") // by start(), and the others by start() and open() too
    private HttpServer server;

    @SuppressWarnings("NullAway.Init")
    private Grant grant;

    @SuppressWarnings("NullAway.Init")
    private Request request;

    @SuppressWarnings("NullAway.Init")
    private Sandbox sandbox;

    @SuppressWarnings("NullAway.Init")
    private JavaScriptRequest runWithACall;

    @SuppressWarnings("NullAway.Init")
    private BrokerSession session;

    @SuppressWarnings("NullAway.Init")
    private HostApi api;

    /** Starts the API and what calls it. */
    @Setup(Level.Trial)
    public void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, ANSWER.length);
                exchange.getResponseBody().write(ANSWER);
            }
        });
        server.start();
        String origin = "http://127.0.0.1:" + server.getAddress().getPort();
        grant = Grant.builder(origin)
                .allow(Route.get("/v1/items/*"))
                .callBudget(MOST_CALLS)
                .minter(asked -> MintedToken.of(Secret.of(TOKEN)))
                .build();
        request = new Request.Builder()
                .url(origin + "/v1/items/7")
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        sandbox = Sandbox.open("wasm");
        runWithACall = JavaScriptRequest.builder("console.log((await host.get('/v1/items/7')).id)")
                .grant(grant)
                .build();
    }

    /** Opens a run's session: anew for each iteration, since its calls are counted. */
    @Setup(Level.Iteration)
    public void open() throws InterruptedException {
        session = new HttpBroker()
                .open(new BrokerOpening(grant, Optional.empty(), LONG, new RequestId(1, 1), Clock.systemUTC()));
        api = session.start(Deadline.after(LONG));
    }

    /** Closes it. */
    @TearDown(Level.Iteration)
    public void closeSession() {
        session.close();
    }

    /** Stops everything. */
    @TearDown(Level.Trial)
    public void stop() {
        sandbox.close();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
        server.stop(0);
        threads.shutdownNow();
    }

    /** From the guest's envelope to the reply: checks, routes, the request, the trace. */
    @Benchmark
    public Bytes brokeredCall() {
        Bytes reply = api.call(ENVELOPE).join();
        if (reply.length() < ANSWER.length) {
            throw new IllegalStateException("the call was refused: " + reply.utf8());
        }
        return reply;
    }

    /** The yardstick: one thread sends and reads. */
    @Benchmark
    public String okHttp() throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return response.body().string();
        }
    }

    /** The same on OkHttp's own threads, as the broker has to: its caller must not block. */
    @Benchmark
    public String okHttpOnItsThreads() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        client.newCall(request).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, IOException e) {
                answer.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call call, Response response) throws IOException {
                try (response) {
                    answer.complete(response.body().string());
                }
            }
        });
        return answer.join();
    }

    /** A whole run that calls once: also a session, a client and a connection of its own. */
    @Benchmark
    public JavaScriptResult runWithOneCall() {
        JavaScriptResult result = sandbox.runJavaScript(runWithACall);
        if (result.exitCode() != 0) {
            throw new IllegalStateException(result.stderrText());
        }
        return result;
    }

    /** A whole run that calls nothing. */
    @Benchmark
    public JavaScriptResult runWithoutCalls() {
        return sandbox.runJavaScript(runWithoutACall);
    }
}

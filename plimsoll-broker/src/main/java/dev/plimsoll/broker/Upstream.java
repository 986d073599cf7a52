package dev.plimsoll.broker;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.Route;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * The API, as one run reaches it: a client, connections and threads that end with the run. Thread-safe.
 *
 * <p>Nothing of an exception or a header gets out of here: replies have fixed texts, and nothing is logged of a call.
 */
final class Upstream implements AutoCloseable {
    /** Calls on the wire at once; more wait. */
    private static final int MAX_AT_ONCE = 16;

    /** What the bodies of all calls that have not ended may have together; beyond that calls are refused. */
    private static final long MAX_OPEN_BODY_BYTES = 16L << 20;

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final MediaType JSON = MediaType.get("application/json");
    private static final int MAX_CONTENT_TYPE_CHARACTERS = 200;

    private final Credential credential;
    private final Deadline deadline;
    private final QuietTime quiet;
    private final TraceRecorder trace;
    private final CallThreads threads = new CallThreads();
    private final OkHttpClient client;
    private final AtomicLong openBodyBytes = new AtomicLong();

    Upstream(
            OkHttpClient base,
            boolean loopbackOnly,
            Credential credential,
            Deadline deadline,
            QuietTime quiet,
            TraceRecorder trace) {
        this.credential = credential;
        this.deadline = deadline;
        this.quiet = quiet;
        this.trace = trace;
        Dispatcher dispatcher = new Dispatcher(threads.executor());
        dispatcher.setMaxRequests(MAX_AT_ONCE);
        dispatcher.setMaxRequestsPerHost(MAX_AT_ONCE);
        this.client = base.newBuilder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(MAX_AT_ONCE, 1, TimeUnit.MINUTES))
                .dns(new PinnedDns(base.dns(), loopbackOnly))
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .cookieJar(CookieJar.NO_COOKIES)
                .cache(null)
                .addNetworkInterceptor(new RetryAfterInterceptor())
                // the call's own timeout is what is left of the run; nothing else has to be bounded apart from it
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .connectTimeout(Duration.ZERO)
                .build();
    }

    /** Makes a call that was approved. Completes with a reply, never exceptionally. */
    CompletableFuture<Bytes> call(Route route, HttpUrl url, GuestCall call) {
        int bodyBytes = call.body() == null ? 0 : call.body().length();
        if (openBodyBytes.addAndGet(bodyBytes) > MAX_OPEN_BODY_BYTES) {
            openBodyBytes.addAndGet(-bodyBytes);
            trace.denied();
            return CompletableFuture.completedFuture(
                    Reply.refusal(Reply.TOO_MANY, "too much is being sent at once; wait for a reply"));
        }
        Request request = request(url)
                .method(call.method().name(), body(call.method(), call.body()))
                .build();
        Exchange exchange = new Exchange(route, bodyBytes);
        enqueue(request, exchange);
        return exchange.reply;
    }

    /** Asks the health route whether the API is well. Never completes exceptionally. */
    CompletableFuture<Boolean> probe(Route route, HttpUrl url) {
        Exchange exchange = new Exchange(route, 0);
        enqueue(request(url).get().build(), exchange);
        return exchange.reply.thenApply(reply -> {
            boolean isWell = exchange.status >= 200 && exchange.status <= 299;
            if (isWell) {
                quiet.end();
            }
            return isWell;
        });
    }

    private void enqueue(Request request, Exchange exchange) {
        Call call = client.newCall(request);
        // 0 would mean for ever
        call.timeout().timeout(Math.max(1, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        call.enqueue(exchange);
    }

    private Request.Builder request(HttpUrl url) {
        return new Request.Builder()
                .url(url)
                .header("Authorization", credential.authorization())
                .header("Accept", "application/json, */*;q=0.5")
                .header("Accept-Encoding", "identity")
                .header("User-Agent", "plimsoll-broker");
    }

    private static @Nullable RequestBody body(HttpMethod method, @Nullable Bytes body) {
        if (body != null) {
            return RequestBody.create(body.toByteArray(), JSON);
        }
        return switch (method) {
            case POST, PUT, PATCH -> RequestBody.create(new byte[0], null);
            case GET, DELETE -> null;
        };
    }

    /** Cancels what is under way and waits until it has ended. Idempotent. */
    @Override
    public void close() {
        threads.shutdown(); // first: what is not cancelled below cannot start any more
        client.dispatcher().cancelAll();
        threads.await();
        client.connectionPool().evictAll();
    }

    /** One request and what came of it. */
    private final class Exchange implements Callback {
        private final CompletableFuture<Bytes> reply = new CompletableFuture<>();
        private final long startNanos = System.nanoTime();
        private final Route route;
        private final int requestBytes;
        private volatile int status;

        Exchange(Route route, int requestBytes) {
            this.route = route;
            this.requestBytes = requestBytes;
        }

        @Override
        public void onFailure(Call call, IOException e) {
            boolean late = e instanceof InterruptedIOException;
            end(
                    false,
                    0,
                    late
                            ? Reply.refusal(Reply.TIMED_OUT, "the API did not answer within the run's time")
                            : Reply.refusal(Reply.FAILED, "the API could not be reached, or broke off"));
        }

        @Override
        public void onResponse(Call call, Response response) {
            Buffer body = new Buffer();
            try (response) {
                status = response.code();
                if (status == SWITCHING_PROTOCOLS) {
                    throw new ProtocolException("not asked for");
                }
                quiet.note(status, response.header(RetryAfterInterceptor.NOTED));
                BufferedSource source = response.body().source();
                while (body.size() <= Reply.MAX_BODY_BYTES
                        && source.read(body, Reply.MAX_BODY_BYTES + 1 - body.size()) != -1) {
                    // the loop's condition does the reading
                }
                answer(call, response, body);
            } catch (InterruptedIOException e) {
                end(false, body.size(), Reply.refusal(Reply.TIMED_OUT, "the API did not answer within the run's time"));
            } catch (IOException e) {
                end(false, body.size(), Reply.refusal(Reply.FAILED, "the API broke off its response"));
            } finally {
                if (!reply.isDone()) { // an Error, or a fault of ours: the guest's call ends all the same
                    end(false, body.size(), Reply.refusal(Reply.FAILED, "the call failed in the broker"));
                }
            }
        }

        private void answer(Call call, Response response, Buffer body) {
            long read = body.size();
            if (read > Reply.MAX_BODY_BYTES) {
                call.cancel(); // or closing would read on, from what may never end
                end(false, read, Reply.refusal(Reply.FAILED, "the response is too large"));
                return;
            }
            if (!response.headers("Content-Encoding").stream().allMatch("identity"::equalsIgnoreCase)) {
                end(false, read, Reply.refusal(Reply.FAILED, "the response is packed"));
                return;
            }
            String text = body.readUtf8();
            if (credential.isIn(text)) {
                end(false, read, Reply.refusal(Reply.FAILED, "the response holds the credential of the run"));
                return;
            }
            // what a redirect says is where to, which is not the guest's to know
            boolean redirects = status >= 300 && status <= 399;
            Bytes answer = Reply.answer(status, contentType(response), redirects ? "" : text);
            if (answer == null) {
                end(false, read, Reply.refusal(Reply.FAILED, "the response is too large"));
            } else {
                end(true, read, answer);
            }
        }

        private void end(boolean delivered, long responseBytes, Bytes answer) {
            openBodyBytes.addAndGet(-requestBytes);
            Duration latency = Duration.ofNanos(System.nanoTime() - startNanos);
            trace.add(new CallTrace.Call(route, status, delivered, requestBytes, responseBytes, latency));
            reply.complete(answer);
        }
    }

    /** Returns the content type, empty if there is none that is sound. */
    private String contentType(Response response) {
        String type = response.header("Content-Type");
        boolean sound = type != null
                && type.length() <= MAX_CONTENT_TYPE_CHARACTERS
                && type.chars().allMatch(c -> c >= 0x20 && c <= 0x7E)
                && !credential.isIn(type);
        return type != null && sound ? type : "";
    }
}

package dev.plimsoll.e2b.internal.http;

import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okio.BufferedSource;

/** Makes HTTP clients and calls with them. */
public final class Calls {
    private static final int MANY = 100_000;
    /** Below the half minute after which some proxies forget a quiet connection. */
    private static final int IDLE_SECONDS = 20;

    private Calls() {}

    /**
     * Makes a client that sends nothing twice and follows no redirect: a request may have an effect, and carries a key.
     *
     * @param timeout how long a whole call may take unless the call says otherwise
     */
    public static OkHttpClient newClient(Duration timeout) {
        Dispatcher dispatcher = new Dispatcher();
        // every run holds a call for as long as it lasts; how many there are is the slots' business
        dispatcher.setMaxRequests(MANY);
        dispatcher.setMaxRequestsPerHost(MANY);
        return new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(8, IDLE_SECONDS, TimeUnit.SECONDS))
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .followSslRedirects(false)
                .callTimeout(timeout)
                .readTimeout(timeout)
                .writeTimeout(timeout)
                .build();
    }

    /** Ends a client's calls, connections and threads. */
    public static void close(OkHttpClient client) {
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdownNow();
        client.connectionPool().evictAll();
    }

    /**
     * Calls, and reads the answer up to a bound.
     *
     * @param most how many bytes of the body are wanted
     * @throws IOException if no whole answer came
     * @throws InterruptedException if the thread was interrupted; the call is cancelled then
     */
    public static Answer execute(Call call, int most) throws IOException, InterruptedException {
        CompletableFuture<Answer> answered = new CompletableFuture<>();
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException e) {
                answered.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call done, Response response) {
                try (response) {
                    answered.complete(read(response, most));
                } catch (IOException | RuntimeException | Error e) {
                    answered.completeExceptionally(e);
                }
            }
        });
        try {
            return answered.get();
        } catch (InterruptedException e) {
            call.cancel();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw withoutContent(cause);
            }
            throw new IOException("the call failed", e.getCause());
        }
    }

    /**
     * Says which kind of failure it was, without what a message might hold.
     */
    public static String describe(IOException e) {
        return e instanceof InterruptedIOException
                ? "no answer in time"
                : e.getClass().getSimpleName();
    }

    /**
     * Returns the failure, or one of its kind without a message if that repeats what was answered: an answer that is no
     * HTTP may be an echo of the request, with the key in it.
     */
    public static IOException withoutContent(IOException e) {
        if (!(e instanceof ProtocolException)) {
            return e;
        }
        ProtocolException silent = new ProtocolException("the answer is no HTTP");
        silent.setStackTrace(e.getStackTrace());
        return silent;
    }

    private static Answer read(Response response, int most) throws IOException {
        BufferedSource source = response.body().source();
        boolean cut = source.request(most + 1L);
        byte[] body = cut ? source.readByteArray(most) : source.readByteArray();
        return new Answer(response.code(), response.headers(), Bytes.copyOf(body), cut);
    }
}

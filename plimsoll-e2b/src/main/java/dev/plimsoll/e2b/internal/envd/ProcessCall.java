package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.envd.EnvdException.Failure;
import dev.plimsoll.e2b.internal.envd.Frame.ProtocolException;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * One process from its start to its end, over one stream. The stream is read by the caller's helper thread and ends with
 * the wait for it, however that ends.
 */
public final class ProcessCall implements Callback {
    private static final String WHAT = "process";
    private static final MediaType STREAM_TYPE = MediaType.get("application/connect+json");
    private static final int MAX_ERROR_BYTES = 16 << 10;
    /** How long a cancelled call may take to leave its thread. */
    private static final long LEAVE_SECONDS = 5;

    private final ProcessWatch watch;
    private final AtomicBoolean sent = new AtomicBoolean();
    private final CompletableFuture<ProcessEnd> end = new CompletableFuture<>();
    private final CountDownLatch left = new CountDownLatch(1);

    /** Makes a call that was not made yet. */
    public ProcessCall(ProcessWatch watch) {
        this.watch = watch;
    }

    /** Tells whether anything of the request went out: then the process may have been started. */
    public boolean wasSent() {
        return sent.get();
    }

    /** Makes the request's body, which notes when it goes out. */
    RequestBody body(ProcessSpec spec) {
        byte[] frame = Frame.write(spec.toJson());
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return STREAM_TYPE;
            }

            @Override
            public long contentLength() {
                return frame.length;
            }

            @Override
            public boolean isOneShot() {
                return true;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                sent.set(true);
                sink.write(frame);
            }
        };
    }

    /** Makes the call and waits for the process's end. */
    ProcessEnd await(Call call, Deadline deadline) throws EnvdException, InterruptedException {
        call.enqueue(this);
        try {
            return end.get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new ProcessEnd.Overdue();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof EnvdException cause) {
                throw cause;
            }
            throw new EnvdException(Failure.PROTOCOL, WHAT, "", e.getCause());
        } finally {
            call.cancel();
            leave();
        }
    }

    /** Waits until nobody tells the watch anything any more; an interrupt does not change that. */
    private void leave() {
        boolean interrupted = Thread.interrupted();
        try {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAVE_SECONDS);
            boolean gone = false;
            while (!gone && System.nanoTime() < until) {
                try {
                    gone = left.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void onFailure(Call call, IOException e) {
        end.completeExceptionally(failed(e));
        left.countDown();
    }

    @Override
    public void onResponse(Call call, Response response) {
        try (response) {
            end.complete(read(response));
        } catch (IOException e) {
            end.completeExceptionally(failed(e));
        } catch (EnvdException | RuntimeException | Error e) {
            end.completeExceptionally(e);
        } finally {
            left.countDown();
        }
    }

    private static EnvdException failed(IOException e) {
        if (e instanceof ProtocolException) {
            return new EnvdException(Failure.PROTOCOL, WHAT, String.valueOf(e.getMessage()), e);
        }
        return new EnvdException(
                e instanceof InterruptedIOException ? Failure.SILENT : Failure.CUT,
                WHAT,
                Calls.describe(e),
                Calls.withoutContent(e));
    }

    private ProcessEnd read(Response response) throws IOException, EnvdException {
        BufferedSource source = response.body().source();
        if (response.code() != 200) {
            boolean cut = source.request(MAX_ERROR_BYTES + 1L);
            byte[] body = cut ? source.readByteArray(MAX_ERROR_BYTES) : source.readByteArray();
            throw EnvdAnswers.refused(WHAT, response.code(), body);
        }
        @Nullable Integer exitCode = null;
        while (true) {
            Frame frame = Frame.read(source);
            if (frame.last()) {
                return ended(frame.message(), exitCode);
            }
            ProcessEvent event = ProcessEvent.read(frame.message());
            if (event instanceof ProcessEvent.Started started) {
                watch.started(started.pid());
            } else if (event instanceof ProcessEvent.Printed printed) {
                if (!watch.printed(printed.error(), printed.bytes())) {
                    return new ProcessEnd.Unheard();
                }
            } else if (event instanceof ProcessEvent.Ended ended) {
                exitCode = ended.exitCode();
            }
        }
    }

    private static ProcessEnd ended(JsonObject last, @Nullable Integer exitCode) throws EnvdException {
        JsonElement error = last.has("error") ? last.get("error") : JsonNull.INSTANCE;
        if (!error.isJsonNull()) {
            String code = ErrorCode.of(error);
            if (code.equals(ErrorCode.DEADLINE_EXCEEDED)) {
                return new ProcessEnd.Overdue();
            }
            throw new EnvdException(Failure.REFUSED, WHAT, code, null);
        }
        if (exitCode == null) {
            throw new EnvdException(Failure.PROTOCOL, WHAT, "the stream ended without the process's end", null);
        }
        return new ProcessEnd.Exited(exitCode);
    }
}

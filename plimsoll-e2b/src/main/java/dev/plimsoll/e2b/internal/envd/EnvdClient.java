package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.envd.EnvdException.Failure;
import dev.plimsoll.e2b.internal.http.Answer;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** Speaks with the daemon of one microVM. Thread-safe. Each call is made once. */
public final class EnvdClient {
    private static final MediaType JSON_TYPE = MediaType.get("application/json");
    private static final MediaType FILE_TYPE = MediaType.get("application/octet-stream");
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final Duration PROBE = Duration.ofSeconds(3);
    /** So many signs of life may be missed. */
    private static final int MISSED = 3;

    private final OkHttpClient calls;
    private final OkHttpClient streams;
    private final HttpUrl base;
    private final Headers headers;
    private final Duration keepAlive;

    /**
     * Makes a client.
     *
     * @param http what carries the calls
     * @param base where the daemon is
     * @param headers what goes with each call: who may call, and which microVM is meant
     * @param keepAlive how often a quiet stream has to give a sign, in whole seconds
     */
    public EnvdClient(OkHttpClient http, HttpUrl base, Headers headers, Duration keepAlive) {
        this.calls = http;
        this.streams = http.newBuilder()
                .callTimeout(Duration.ZERO)
                .readTimeout(keepAlive.multipliedBy(MISSED))
                .build();
        this.base = base;
        this.headers = headers;
        this.keepAlive = keepAlive;
    }

    /**
     * Starts a process and watches it until it ends.
     *
     * @param call tells afterwards whether the request went out
     * @throws EnvdException if its end is not known
     */
    public ProcessEnd run(ProcessSpec spec, ProcessCall call, Deadline deadline)
            throws EnvdException, InterruptedException {
        long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()));
        Request request = request("process.Process/Start")
                .header("Connect-Protocol-Version", "1")
                .header("Connect-Timeout-Ms", Long.toString(millis))
                .header("Keepalive-Ping-Interval", Long.toString(Math.max(1, keepAlive.toSeconds())))
                .post(call.body(spec))
                .build();
        try {
            return call.await(streams.newCall(request), deadline);
        } catch (EnvdException e) {
            boolean unclear = e.failure() == Failure.CUT || e.failure() == Failure.SILENT;
            if (unclear && isGone()) {
                throw new EnvdException(Failure.GONE, "process", "", e);
            }
            throw e;
        }
    }

    /** Writes files, whose names are ours and plain. */
    public void upload(Map<String, Bytes> files, Duration timeout) throws EnvdException, InterruptedException {
        MultipartBody.Builder body = new MultipartBody.Builder().setType(MultipartBody.FORM);
        files.forEach((path, content) ->
                body.addFormDataPart("file", path, RequestBody.create(content.toByteArray(), FILE_TYPE)));
        succeed("upload", request("files").post(body.build()), timeout, MAX_ANSWER_BYTES);
    }

    /** Reads a file; empty if there is none. */
    public Optional<FileContent> download(String path, int most, Duration timeout)
            throws EnvdException, InterruptedException {
        HttpUrl url = base.newBuilder()
                .addPathSegment("files")
                .addQueryParameter("path", path)
                .build();
        // no Accept-Encoding of OkHttp's: a small answer must not unfold to a large one
        Request.Builder request =
                new Request.Builder().url(url).headers(headers).header("Accept-Encoding", "identity");
        Answer answer = call("download", request, timeout, most);
        if (answer.status() == 404 || answer.status() == 400) {
            return Optional.empty();
        }
        if (answer.status() != 200) {
            throw EnvdAnswers.refused("download", answer.status(), answer.body().toByteArray());
        }
        return Optional.of(new FileContent(answer.body(), answer.cut()));
    }

    /** Feeds a process that was started with an input. */
    public void sendInput(long pid, Bytes bytes, Duration timeout) throws EnvdException, InterruptedException {
        JsonObject input = new JsonObject();
        input.addProperty("stdin", Base64.getEncoder().encodeToString(bytes.toByteArray()));
        JsonObject body = selector(pid);
        body.add("input", input);
        succeed("input", rpc("process.Process/SendInput", body), timeout, MAX_ANSWER_BYTES);
    }

    /** Ends a process's input. */
    public void closeInput(long pid, Duration timeout) throws EnvdException, InterruptedException {
        succeed("input", rpc("process.Process/CloseStdin", selector(pid)), timeout, MAX_ANSWER_BYTES);
    }

    /** Kills a process, and none of those that it started. */
    public void kill(long pid, Duration timeout) throws EnvdException, InterruptedException {
        JsonObject body = selector(pid);
        body.addProperty("signal", "SIGNAL_SIGKILL");
        succeed("signal", rpc("process.Process/SendSignal", body), timeout, MAX_ANSWER_BYTES);
    }

    private boolean isGone() throws InterruptedException {
        try {
            return call("health", request("health"), PROBE, MAX_ANSWER_BYTES).status() == 502;
        } catch (EnvdException e) { // no answer says nothing about the microVM
            return false;
        }
    }

    private static JsonObject selector(long pid) {
        JsonObject process = new JsonObject();
        process.addProperty("pid", pid);
        JsonObject body = new JsonObject();
        body.add("process", process);
        return body;
    }

    private Request.Builder request(String path) {
        return new Request.Builder()
                .url(base.newBuilder().addPathSegments(path).build())
                .headers(headers);
    }

    private Request.Builder rpc(String path, JsonObject body) {
        return request(path)
                .header("Connect-Protocol-Version", "1")
                .post(RequestBody.create(body.toString().getBytes(StandardCharsets.UTF_8), JSON_TYPE));
    }

    private void succeed(String what, Request.Builder request, Duration timeout, int most)
            throws EnvdException, InterruptedException {
        Answer answer = call(what, request, timeout, most);
        if (!answer.isSuccess()) {
            throw EnvdAnswers.refused(what, answer.status(), answer.body().toByteArray());
        }
    }

    private Answer call(String what, Request.Builder request, Duration timeout, int most)
            throws EnvdException, InterruptedException {
        Call call = calls.newCall(request.build());
        call.timeout().timeout(Math.max(1, timeout.toNanos()), TimeUnit.NANOSECONDS);
        try {
            return Calls.execute(call, most);
        } catch (IOException e) {
            throw new EnvdException(
                    e instanceof InterruptedIOException ? Failure.SILENT : Failure.CUT, what, Calls.describe(e), e);
        }
    }
}

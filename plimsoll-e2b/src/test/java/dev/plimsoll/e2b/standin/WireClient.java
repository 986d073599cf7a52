package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;

/** Speaks to the stand-in byte by byte, so that its tests share no code with the provider's client. */
final class WireClient implements AutoCloseable {
    private final StandIn standIn;
    private final OkHttpClient http;

    record Reply(int status, Headers headers, Bytes body) {
        JsonElement json() {
            return JsonParser.parseString(text());
        }

        String text() {
            return body.utf8();
        }
    }

    record Vm(String id, String token) {}

    /** All frames of a stream, the last one's JSON apart; {@code last} is empty when the stream had no last frame. */
    record Stream(int status, List<JsonObject> messages, Optional<JsonObject> last) {
        String output(String name) {
            StringBuilder text = new StringBuilder();
            for (JsonObject message : messages) {
                JsonObject data = message.getAsJsonObject("event").getAsJsonObject("data");
                if (data != null && data.has(name)) {
                    text.append(new String(
                            Base64.getDecoder().decode(data.get(name).getAsString()), StandardCharsets.UTF_8));
                }
            }
            return text.toString();
        }

        Optional<JsonObject> event(String kind) {
            return messages.stream()
                    .map(message -> message.getAsJsonObject("event").getAsJsonObject(kind))
                    .filter(Objects::nonNull)
                    .findFirst();
        }
    }

    WireClient(StandIn standIn, Protocol protocol) {
        this.standIn = standIn;
        this.http = new OkHttpClient.Builder()
                .protocols(List.of(protocol))
                .retryOnConnectionFailure(false)
                .readTimeout(Duration.ofSeconds(30))
                .build();
    }

    WireClient(StandIn standIn) {
        this(standIn, Protocol.HTTP_1_1);
    }

    /** A client that gives up soon, for servers that say nothing. */
    WireClient impatient() {
        return new WireClient(
                standIn, http.newBuilder().readTimeout(Duration.ofMillis(300)).build());
    }

    private WireClient(StandIn standIn, OkHttpClient http) {
        this.standIn = standIn;
        this.http = http;
    }

    Reply control(String method, String path, String body) throws IOException {
        return control(standIn.apiKey(), method, path, body);
    }

    Reply control(String key, String method, String path, String body) throws IOException {
        return exchange(request(standIn.apiUrl(), method, path, bytes(body), "application/json")
                .header("X-API-Key", key)
                .build());
    }

    Vm create(String body) throws IOException {
        JsonObject made = control("POST", "/v2/sandboxes", body).json().getAsJsonObject();
        return new Vm(
                made.get("sandboxID").getAsString(), made.get("envdAccessToken").getAsString());
    }

    Vm create() throws IOException {
        return create("{\"templateID\":\"base\"}");
    }

    Reply envd(Vm vm, String method, String path, byte[] body, String type, Map<String, String> headers)
            throws IOException {
        return exchange(envdRequest(vm, method, path, body, type, headers));
    }

    Reply call(Vm vm, String path, String json) throws IOException {
        return envd(vm, "POST", path, Exchange.utf8(json), "application/json", Map.of());
    }

    Reply get(Vm vm, String path) throws IOException {
        return envd(vm, "GET", path, new byte[0], "", Map.of());
    }

    /** Starts a shell command and reads all it says. */
    Stream sh(Vm vm, String command, Map<String, String> headers) throws IOException {
        return stream(vm, "Start", start(command, false), headers);
    }

    Stream sh(Vm vm, String command) throws IOException {
        return sh(vm, command, Map.of());
    }

    static String start(String command, boolean stdin) {
        JsonObject process = new JsonObject();
        process.addProperty("cmd", "sh");
        JsonArray args = new JsonArray();
        args.add("-c");
        args.add(command);
        process.add("args", args);
        JsonObject start = new JsonObject();
        start.add("process", process);
        start.addProperty("stdin", stdin);
        return start.toString();
    }

    Stream stream(Vm vm, String call, String json, Map<String, String> headers) throws IOException {
        try (Response response = open(vm, call, json, headers)) {
            return readAll(response);
        }
    }

    /** Opens a stream; the caller reads and closes it. */
    Response open(Vm vm, String call, String json, Map<String, String> headers) throws IOException {
        byte[] message = Exchange.utf8(json);
        byte[] body = ByteBuffer.allocate(5 + message.length)
                .put((byte) 0)
                .putInt(message.length)
                .put(message)
                .array();
        return http.newCall(
                        envdRequest(vm, "POST", "/process.Process/" + call, body, "application/connect+json", headers))
                .execute();
    }

    static Stream readAll(Response response) throws IOException {
        List<JsonObject> messages = new ArrayList<>();
        Optional<JsonObject> last = Optional.empty();
        BufferedSource source = response.body().source();
        while (response.code() == 200 && last.isEmpty() && !source.exhausted()) {
            int flags = source.readByte();
            JsonObject json =
                    JsonParser.parseString(source.readUtf8(source.readInt())).getAsJsonObject();
            if ((flags & 2) != 0) {
                last = Optional.of(json);
            } else {
                messages.add(json);
            }
        }
        return new Stream(response.code(), messages, last);
    }

    /** Reads one message of an open stream. */
    static JsonObject readOne(Response response) throws IOException {
        BufferedSource source = response.body().source();
        source.readByte();
        return JsonParser.parseString(source.readUtf8(source.readInt())).getAsJsonObject();
    }

    private Request envdRequest(
            Vm vm, String method, String path, byte[] body, String type, Map<String, String> headers) {
        Request.Builder request = request(standIn.sandboxUrl(), method, path, body, type)
                .header("E2b-Sandbox-Id", vm.id())
                .header("E2b-Sandbox-Port", "49983")
                .header("X-Access-Token", vm.token());
        headers.forEach(request::header);
        return request.build();
    }

    private static Request.Builder request(URI base, String method, String path, byte[] body, String type) {
        RequestBody content = method.equals("POST") ? RequestBody.create(body, MediaType.parse(type)) : null;
        return new Request.Builder().url(base + path).method(method, content);
    }

    private Reply exchange(Request request) throws IOException {
        try (Response response = http.newCall(request).execute()) {
            return new Reply(
                    response.code(),
                    response.headers(),
                    Bytes.copyOf(response.body().bytes()));
        }
    }

    private static byte[] bytes(String text) {
        return Exchange.utf8(text);
    }

    @Override
    public void close() {
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
        try {
            http.dispatcher().executorService().awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

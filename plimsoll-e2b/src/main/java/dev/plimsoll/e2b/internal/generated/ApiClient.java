package dev.plimsoll.e2b.internal.generated;

import dev.plimsoll.e2b.internal.http.Answer;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.lang.reflect.Type;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Carries the generated calls over OkHttp. Takes the place of the generator's own class of this name, which needs classes
 * that OkHttp's module keeps to itself, and whose exceptions hold whole answers with the tokens in them.
 *
 * <p>Thread-safe. The generated code is the only caller; it has no null annotations.
 */
@NullMarked
public final class ApiClient {
    /** A page of 100 sandboxes with full metadata stays far below. */
    static final int MAX_ANSWER_BYTES = 4 << 20;

    private static final MediaType JSON_TYPE = MediaType.get("application/json");

    private final OkHttpClient http;
    private final HttpUrl base;
    private final Secret apiKey;

    /** For the generated {@code Configuration} only, whose default client must not be used. */
    public ApiClient() {
        throw new UnsupportedOperationException("there is no default client: it would have no key");
    }

    /**
     * Makes a client.
     *
     * @param http what carries the calls; its time-outs are the calls'
     * @param base where the control plane is
     * @param apiKey goes into each call
     */
    public ApiClient(OkHttpClient http, HttpUrl base, Secret apiKey) {
        this.http = http;
        this.base = base;
        this.apiKey = apiKey;
    }

    String escapeString(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    String selectHeaderAccept(String[] accepts) {
        return "application/json";
    }

    String selectHeaderContentType(String[] contentTypes) {
        return "application/json";
    }

    List<Pair> parameterToPair(String name, @Nullable Object value) {
        return value == null ? List.of() : List.of(new Pair(name, value.toString()));
    }

    List<Pair> parameterToPairs(String format, String name, @Nullable List<String> values) {
        return values == null || values.isEmpty() ? List.of() : List.of(new Pair(name, String.join(",", values)));
    }

    Call buildCall(
            @Nullable String ignoredBase,
            String path,
            String method,
            List<Pair> query,
            List<Pair> collectionQuery,
            @Nullable Object body,
            Map<String, String> headers,
            Map<String, String> cookies,
            Map<String, Object> form,
            String[] authNames,
            @Nullable ApiCallback<?> callback) {
        HttpUrl.Builder url = base.newBuilder().addEncodedPathSegments(path.substring(1));
        query.forEach(pair -> url.addQueryParameter(pair.getName(), pair.getValue()));
        collectionQuery.forEach(pair -> url.addQueryParameter(pair.getName(), pair.getValue()));
        return http.newCall(new Request.Builder()
                .url(url.build())
                .header("Accept", "application/json")
                .header("X-API-Key", apiKey.reveal())
                .method(method, requestBody(method, body))
                .build());
    }

    private static @Nullable RequestBody requestBody(String method, @Nullable Object body) {
        if (body != null) {
            return RequestBody.create(JSON.getGson().toJson(body).getBytes(StandardCharsets.UTF_8), JSON_TYPE);
        }
        return method.equals("POST") ? RequestBody.create(new byte[0]) : null;
    }

    /** Calls, and wants no answer but the status. */
    public ApiResponse<Void> execute(Call call) throws ApiException {
        return execute(call, null);
    }

    /**
     * Calls.
     *
     * @param type the type of the answer; null for none
     * @throws ApiException with status 0 if no complete answer came, else with the answer's status; its message holds
     *     nothing of the answer, and its cause is an {@link InterruptedException} if the thread was interrupted
     */
    public <T> ApiResponse<T> execute(Call call, @Nullable Type type) throws ApiException {
        Answer answer;
        try {
            answer = Calls.execute(call, MAX_ANSWER_BYTES);
        } catch (IOException | InterruptedException e) {
            throw new ApiException(e);
        }
        Map<String, List<String>> headers = answer.headers().toMultimap();
        if (!answer.isSuccess()) {
            throw new ApiException("status " + answer.status(), answer.status(), headers, "");
        }
        if (answer.cut()) {
            throw new ApiException("the answer is too long", answer.status(), headers, "");
        }
        T data = type == null ? null : parse(answer.text(), type, answer.status(), headers);
        return new ApiResponse<>(answer.status(), headers, data);
    }

    @SuppressWarnings("DoNotCallSuggester") // the generated code calls it from methods that nobody calls
    <T> void executeAsync(Call call, ApiCallback<T> callback) {
        throw new UnsupportedOperationException("calls are made one after the other");
    }

    @SuppressWarnings("DoNotCallSuggester") // the generated code calls it from methods that nobody calls
    <T> void executeAsync(Call call, Type type, ApiCallback<T> callback) {
        throw new UnsupportedOperationException("calls are made one after the other");
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // the generated code passes the type itself
    private static <T> T parse(String text, Type type, int status, Map<String, List<String>> headers)
            throws ApiException {
        try {
            T data = JSON.getGson().fromJson(text, type);
            if (data != null) {
                return data;
            }
        } catch (RuntimeException | StackOverflowError e) {
            // The generated models throw whatever Gson does where a value has another type than it should. Any
            // message may hold the answer, and so its tokens: the class has to do.
            throw new ApiException(
                    String.format(
                            Locale.ROOT,
                            "the answer cannot be read (%s)",
                            e.getClass().getSimpleName()),
                    status,
                    headers,
                    "");
        }
        throw new ApiException("the answer is empty", status, headers, "");
    }
}

package dev.plimsoll.broker;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Moves {@code Retry-After} to a header of our own: OkHttp answers a 503 that says {@code Retry-After: 0} with a second
 * attempt by itself, and a call of the guest's is one request or none.
 */
final class RetryAfterInterceptor implements Interceptor {
    static final String NOTED = "plimsoll-retry-after";

    @Override
    public Response intercept(Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String retryAfter = response.header("Retry-After");
        Response.Builder changed =
                response.newBuilder().removeHeader("Retry-After").removeHeader(NOTED);
        return (retryAfter == null ? changed : changed.header(NOTED, retryAfter)).build();
    }
}

package dev.plimsoll.broker;

import static dev.plimsoll.broker.DirectCalls.answered;
import static dev.plimsoll.broker.DirectCalls.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Route;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An API that asks for quiet, over HTTP; the time passes when the test says so. */
@Timeout(120)
class BackPressureTests {
    private static final String SHED = refused(503, "the API asked not to be called for a while; try again later");
    private static final String WELL = answered(200, "application/json", "1");

    private final AtomicLong now = new AtomicLong();
    private volatile String apiSays = RawServer.response("200 OK", "1");
    private volatile String healthSays = RawServer.response("200 OK", "1");

    private RawServer server() throws IOException {
        return new RawServer((request, connection) -> {
            connection.send(request.path().equals("/health") ? healthSays : apiSays);
            return true;
        });
    }

    private DirectCalls calls(RawServer server) {
        return new DirectCalls(
                new HttpBroker(new OkHttpClient(), now::get),
                TestGrants.everyMethod(server.origin())
                        .healthRoute(Route.get("/health"))
                        .build(),
                Duration.ofMinutes(2));
    }

    private void pass(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void shedsCallsForAsLongAsA429Asks() throws IOException {
        apiSays = RawServer.response("429 Slow down", "{}", "Retry-After: 5\r\n");
        try (RawServer server = server();
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(answered(429, "application/json", "{}"));
            apiSays = RawServer.response("200 OK", "1");
            for (int i = 0; i < 5; i++) {
                assertThat(calls.get("/v1/1")).isEqualTo(SHED);
                pass(1_000);
            }
            assertThat(calls.get("/v1/1")).isEqualTo(WELL);
            assertThat(server.requestLines()).containsExactly("GET /v1/1 HTTP/1.1", "GET /v1/1 HTTP/1.1");
            CallTrace trace = calls.trace();
            assertThat(trace.shed()).isEqualTo(5);
            assertThat(trace.denied()).isZero();
            assertThat(trace.calls()).hasSize(2);
        }
    }

    @Test
    void asksTheHealthRouteAfterA503AndEndsTheQuietEarly() throws IOException {
        apiSays = RawServer.response("503 Busy", "{}", "Retry-After: 20\r\n");
        healthSays = RawServer.response("503 Busy", "{}");
        try (RawServer server = server();
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(answered(503, "application/json", "{}"));
            assertThat(calls.get("/v1/1")).isEqualTo(SHED);
            pass(1_000);
            assertThat(calls.get("/v1/1"))
                    .as("elected, and the API is not well")
                    .isEqualTo(SHED);
            healthSays = RawServer.response("200 OK", "1");
            apiSays = RawServer.response("200 OK", "1");
            assertThat(calls.get("/v1/1")).as("one a second").isEqualTo(SHED);
            pass(1_000);
            assertThat(calls.get("/v1/2")).isEqualTo(WELL);
            assertThat(calls.get("/v1/3")).isEqualTo(WELL);
            assertThat(server.requestLines())
                    .containsExactly(
                            "GET /v1/1 HTTP/1.1",
                            "GET /health HTTP/1.1",
                            "GET /health HTTP/1.1",
                            "GET /v1/2 HTTP/1.1",
                            "GET /v1/3 HTTP/1.1");
            assertThat(calls.trace().shed()).isEqualTo(3);
            assertThat(calls.trace().calls())
                    .extracting(call -> call.route() + " " + call.status())
                    .containsExactly(
                            "GET /v1/* 503", "GET /health 503", "GET /health 200", "GET /v1/* 200", "GET /v1/* 200");
        }
    }

    /** A health route that redirects, breaks or says nothing is not well. */
    @Test
    void takesNothingButA2xxOfTheHealthRouteForWell() throws IOException {
        apiSays = RawServer.response("503 Busy", "{}", "Retry-After: 30\r\n");
        try (RawServer server = server();
                DirectCalls calls = calls(server)) {
            calls.get("/v1/1");
            for (String says : new String[] {
                RawServer.response("302 Found", "{}", "Location: /v1/1\r\n"),
                RawServer.response("404 Not Found", "{}"),
                "HTTP/1.1 nonsense\r\n\r\n"
            }) {
                healthSays = says;
                pass(1_000);
                assertThat(calls.get("/v1/1")).isEqualTo(SHED);
            }
            assertThat(server.requestLines().stream().filter(line -> line.contains("/health")))
                    .hasSize(3);
        }
    }

    @Test
    void shedsInOneRunOnly() throws IOException {
        apiSays = RawServer.response("429 Slow down", "{}", "Retry-After: 30\r\n");
        try (RawServer server = server();
                DirectCalls one = calls(server);
                DirectCalls other = calls(server)) {
            one.get("/v1/1");
            assertThat(one.get("/v1/1")).isEqualTo(SHED);
            assertThat(other.get("/v1/1")).isEqualTo(answered(429, "application/json", "{}"));
        }
    }
}

package dev.plimsoll.broker;

import static dev.plimsoll.broker.DirectCalls.answered;
import static dev.plimsoll.broker.DirectCalls.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run that calls without measure costs the application. */
@Timeout(120)
class CallBoundsTests {
    private static final String WELL = answered(200, "application/json", "1");

    @Test
    void listsAThousandCallsAndCountsTheRest() throws IOException {
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls = new DirectCalls(TestGrants.everyMethod(server.origin())
                        .callBudget(2_000)
                        .build())) {
            for (int i = 0; i < CallTrace.MAX_CALLS + 3; i++) {
                assertThat(calls.get("/v1/1")).isEqualTo(WELL);
            }
            CallTrace trace = calls.trace();
            assertThat(trace.calls()).hasSize(CallTrace.MAX_CALLS);
            assertThat(trace.dropped()).isEqualTo(3);
        }
    }

    @Test
    void refusesBodiesThatAreTooMuchTogetherUntilOthersHaveEnded() throws IOException {
        CompletableFuture<Void> released = new CompletableFuture<>();
        String text = "x".repeat(GuestCall.MAX_BODY_BYTES - 2);
        String post = "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"\\\"" + text + "\\\"\"}";
        try (RawServer server = new RawServer((request, connection) -> {
                    released.join();
                    connection.send(RawServer.response("200 OK", "1"));
                    return true;
                });
                DirectCalls calls =
                        new DirectCalls(TestGrants.everyMethod(server.origin()).build())) {
            List<CompletableFuture<Bytes>> sent = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                sent.add(calls.start(post));
            }
            assertThat(calls.send(post)).isEqualTo(refused(429, "too much is being sent at once; wait for a reply"));
            assertThat(calls.trace().denied()).isEqualTo(1);
            released.complete(null);
            assertThat(sent).extracting(DirectCalls::reply).containsOnly(WELL);
            assertThat(calls.send(post)).isEqualTo(WELL);
        }
    }
}

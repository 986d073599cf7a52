package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.Route;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.spi.HostApiBroker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a result says of its run's calls: a guest on the real engine, the real broker, a real server. */
@Timeout(120)
class AdviceTests {
    private static final Route ITEMS = Route.get("/v1/items");
    private static final Route ITEM = Route.get("/v1/items/*");
    private static final String FAN_OUT = "for (let i = 0; i < 6; i++) await host.get('/v1/items/secret-' + i)";

    private final TestApi api = new TestApi();

    @AfterEach
    void close() {
        api.close();
    }

    private JavaScriptResult run(HostApiBroker broker, String code, Route... routes) {
        Grant.Builder grant = api.grant();
        for (Route route : routes) {
            grant.allow(route);
        }
        JavaScriptRequest request = JavaScriptRequest.builder(code)
                .grant(grant.build())
                .timeout(Duration.ofSeconds(60))
                .build();
        try (Sandbox sandbox = Sandbox.builder().provider("wasm").broker(broker).open()) {
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(result.exitCode()).as(result.stderrText()).isZero();
            Receipts.check(request, result);
            return result;
        }
    }

    @Test
    void namesTheCollectionThatOneCallWouldHaveRead() {
        assertThat(run(new HttpBroker(), FAN_OUT, ITEMS, ITEM).advice())
                .containsExactly(
                        "GET /v1/items/* was called 6 times (66 bytes), once per item; GET /v1/items is granted"
                                + " and may return the items in one call");
    }

    @Test
    void namesWhatIsReadAgainAndAgain() {
        assertThat(run(new HttpBroker(), "for (let i = 0; i < 4; i++) await host.get('/v1/items')", ITEMS)
                        .advice())
                .containsExactly("GET /v1/items was called 4 times (44 bytes); keep its answer in a variable");
    }

    @Test
    void saysNothingOfACarefulRun() {
        assertThat(run(new HttpBroker(), "await host.get('/v1/items'); await host.get('/v1/items/7')", ITEMS, ITEM)
                        .advice())
                .isEmpty();
    }

    @Test
    void knowsFromACatalogWhatTheGrantDoesNotList() {
        HttpBroker broker = new HttpBroker().withCatalog(URI.create(api.url()), List.of(ITEMS, ITEM));
        JavaScriptResult result =
                run(broker, FAN_OUT + "; await host.get('/v1/items').catch(e => console.log(e.status))", ITEM);

        assertThat(result.stdoutText()).as("a catalog grants nothing").isEqualTo("403\n");
        assertThat(result.advice())
                .containsExactly("GET /v1/items/* was called 6 times (66 bytes), once per item; the API has"
                        + " GET /v1/items, which the grant does not list");
    }

    @Test
    void takesACatalogForItsOwnApiOnly() {
        HttpBroker broker = new HttpBroker().withCatalog(URI.create("https://other.example.com"), List.of(ITEMS));

        assertThat(run(broker, FAN_OUT, ITEM).advice()).isEmpty();
    }
}

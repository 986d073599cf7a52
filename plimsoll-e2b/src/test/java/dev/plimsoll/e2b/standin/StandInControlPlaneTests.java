package dev.plimsoll.e2b.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stand-in's control plane does, in E2B's words. */
@Timeout(60)
class StandInControlPlaneTests {
    private StandIn standIn;
    private WireClient client;

    @BeforeEach
    void open() {
        standIn = StandIn.start();
        client = new WireClient(standIn);
    }

    @AfterEach
    void close() {
        client.close();
        standIn.close();
    }

    @Test
    void refusesAKeyThatIsNotTheAccounts() throws IOException {
        WireClient.Reply reply = client.control("e2b_other", "GET", "/v2/sandboxes", "");

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.json().getAsJsonObject().get("code").getAsInt()).isEqualTo(401);
    }

    @Test
    void createsWithTheLifeOfItsVersion() throws IOException {
        Instant now = Instant.now();
        client.control("POST", "/v2/sandboxes", "{\"templateID\":\"base\"}");
        client.control("POST", "/sandboxes", "{\"templateID\":\"base\"}");

        assertThat(standIn.orders())
                .extracting(CreateOrder::life)
                .containsExactly(Duration.ofMinutes(5), Duration.ofSeconds(15));
        String id = standIn.alive().keySet().iterator().next();
        JsonObject detail = client.control("GET", "/sandboxes/" + id, "").json().getAsJsonObject();
        assertThat(Instant.parse(detail.get("endAt").getAsString())).isAfter(now.plusSeconds(299));
        assertThat(detail.get("state").getAsString()).isEqualTo("running");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{\"templateID\":\"base\",\"timeout\":0}",
                "{\"templateID\":\"base\",\"timeout\":86400}",
                "{\"templateID\":\"base\",\"network\":{\"allowOut\":[\"guard.example\"]}}",
                "{\"templateID\":\"base\",\"network\":{\"denyOut\":[\"guard.example\"]}}"
            })
    void refusesAnOrderThatE2bRefuses(String body) throws IOException {
        assertThat(client.control("POST", "/v2/sandboxes", body).status()).isEqualTo(400);
        assertThat(standIn.orders()).isEmpty();
    }

    @Test
    void keepsPublicTrafficOutOfSecureSandboxesOnly() throws IOException {
        String order = "{\"templateID\":\"base\",%s\"network\":{\"allowPublicTraffic\":false}}";

        assertThat(client.control("POST", "/sandboxes", order.formatted("")).status())
                .isEqualTo(400);
        assertThat(client.control("POST", "/sandboxes", order.formatted("\"secure\":true,"))
                        .status())
                .isEqualTo(201);
        assertThat(client.control("POST", "/v2/sandboxes", order.formatted("")).status())
                .isEqualTo(201);
    }

    @Test
    void listsPageByPage() throws IOException {
        for (int i = 0; i < 5; i++) {
            client.create("{\"templateID\":\"base\",\"metadata\":{\"owner\":\"me\"}}");
        }
        client.create("{\"templateID\":\"base\",\"metadata\":{\"owner\":\"you\"}}");

        List<String> seen = new ArrayList<>();
        int pages = 0;
        String token = "";
        while (token != null) {
            WireClient.Reply page =
                    client.control("GET", "/v2/sandboxes?metadata=owner%3Dme&limit=2&nextToken=" + token, "");
            JsonArray listed = page.json().getAsJsonArray();
            for (JsonElement vm : listed) {
                seen.add(vm.getAsJsonObject().get("sandboxID").getAsString());
            }
            pages++;
            token = page.headers().get("X-Next-Token");
        }

        assertThat(pages).isEqualTo(3);
        assertThat(seen)
                .doesNotHaveDuplicates()
                .hasSize(5)
                .isSubsetOf(standIn.alive().keySet());
    }

    @Test
    void saysWithoutRetryAfterThatTheAccountIsFull() throws IOException {
        standIn.close();
        standIn = StandIn.start(Account.hobby().withMostVms(1));
        client = new WireClient(standIn);
        WireClient.Vm only = client.create();

        WireClient.Reply refused = client.control("POST", "/v2/sandboxes", "{\"templateID\":\"base\"}");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers().get("Retry-After")).isNull();
        client.control("DELETE", "/sandboxes/" + only.id(), "");
        assertThat(client.create().id()).isNotEqualTo(only.id());
    }

    @Test
    void knowsNoV2WhenItIsOld() throws IOException {
        standIn.close();
        standIn = StandIn.start(Account.hobby().withoutV2());
        client = new WireClient(standIn);

        assertThat(client.control("POST", "/v2/sandboxes", "{\"templateID\":\"base\"}")
                        .status())
                .isBetween(404, 405);
        assertThat(client.control("POST", "/sandboxes", "{\"templateID\":\"base\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void endsASandboxAtItsEndWithEverythingInIt() throws IOException {
        WireClient.Vm vm = client.create();
        WireClient.Reply answer = client.control("POST", "/sandboxes/" + vm.id() + "/timeout", "{\"timeout\":1}");

        assertThat(answer.status()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(20)).until(() -> standIn.alive().isEmpty());
        assertThat(client.control("GET", "/sandboxes/" + vm.id(), "").status()).isEqualTo(404);
        assertThat(client.control("POST", "/sandboxes/" + vm.id() + "/timeout", "{\"timeout\":9}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void onlyLengthensALifeWhenSomebodyConnects() throws IOException {
        WireClient.Vm vm = client.create();
        String connect = "/v2/sandboxes/" + vm.id() + "/connect";
        Instant before = endOf(vm);

        assertThat(client.control("POST", connect, "{\"timeout\":10}").status()).isEqualTo(200);
        assertThat(endOf(vm)).isEqualTo(before);
        client.control("POST", connect, "{\"timeout\":3000}");
        assertThat(endOf(vm)).isAfter(before.plusSeconds(2000));
    }

    @Test
    void killsOnce() throws IOException {
        WireClient.Vm vm = client.create();

        assertThat(client.control("DELETE", "/sandboxes/" + vm.id(), "").status())
                .isEqualTo(204);
        assertThat(client.control("DELETE", "/sandboxes/" + vm.id(), "").status())
                .isEqualTo(404);
        assertThat(standIn.alive()).isEmpty();
    }

    @Test
    void recordsTheRulesOfTheNetwork() throws IOException {
        client.create("""
                {"templateID":"base","allow_internet_access":false,"network":{"allowPublicTraffic":false,
                "denyOut":["0.0.0.0/0"],"allowOut":["guard.example"],
                "rules":{"guard.example":[{"transform":{"headers":{"X-Run":"secret"}}}]}}}""");

        CreateOrder order = standIn.orders().get(0);
        assertThat(order.deniesEgress()).isTrue();
        assertThat(order.network().orElseThrow().getAsJsonObject("rules").has("guard.example"))
                .isTrue();
    }

    private Instant endOf(WireClient.Vm vm) throws IOException {
        JsonObject detail =
                client.control("GET", "/sandboxes/" + vm.id(), "").json().getAsJsonObject();
        return Instant.parse(detail.get("endAt").getAsString());
    }
}

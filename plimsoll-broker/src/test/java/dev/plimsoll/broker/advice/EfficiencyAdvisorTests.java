package dev.plimsoll.broker.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EfficiencyAdvisorTests {
    private static final Route ITEMS = Route.get("/v1/items");
    private static final Route ITEM = Route.get("/v1/items/*");
    private static final Route ME = Route.get("/v1/me");

    private static CallTrace.Call call(Route route, int status, boolean delivered) {
        return new CallTrace.Call(route, status, delivered, 0, 100, Duration.ofMillis(3));
    }

    private static CallTrace trace(Route route, int times) {
        return trace(
                IntStream.range(0, times).mapToObj(i -> call(route, 200, true)).toList());
    }

    private static CallTrace trace(List<CallTrace.Call> calls) {
        return new CallTrace(calls, 0, 0, 0);
    }

    @Test
    void findsACallPerItemWhereTheCollectionIsGranted() {
        List<Finding> findings = EfficiencyAdvisor.of(List.of(ITEMS, ITEM)).review(trace(ITEM, 12));

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Finding.Kind.FAN_OUT);
            assertThat(finding.better()).contains(ITEMS);
            assertThat(finding.text())
                    .isEqualTo(
                            "GET /v1/items/* was called 12 times (1200 bytes), once per item; GET /v1/items is granted"
                                    + " and may return the items in one call");
        });
    }

    @Test
    void saysNothingOfFewCallsOrWithoutACollection() {
        assertThat(EfficiencyAdvisor.of(List.of(ITEMS, ITEM)).review(trace(ITEM, 4)))
                .isEmpty();
        assertThat(EfficiencyAdvisor.of(List.of(ITEM)).review(trace(ITEM, 50))).isEmpty();
        assertThat(EfficiencyAdvisor.of(List.of(new Route(HttpMethod.POST, "/v1/items"), ITEM))
                        .review(trace(ITEM, 50)))
                .isEmpty();
        Route top = Route.get("/*");
        assertThat(EfficiencyAdvisor.of(List.of(Route.get("/"), top)).review(trace(top, 50)))
                .isEmpty();
    }

    @Test
    void catalogNamesACollectionThatIsNotGranted() {
        List<Finding> findings = EfficiencyAdvisor.of(List.of(ITEM))
                .withCatalog(List.of(ITEMS, ME))
                .review(trace(ITEM, 5));

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Finding.Kind.FAN_OUT_OUTSIDE_GRANT);
            assertThat(finding.text()).contains("the API has GET /v1/items, which the grant does not list");
        });
    }

    @Test
    void findsRepeatedReadsOfOneResource() {
        assertThat(EfficiencyAdvisor.of(List.of(ME)).review(trace(ME, 2))).isEmpty();
        assertThat(EfficiencyAdvisor.of(List.of(ME)).review(trace(ME, 3)))
                .extracting(Finding::text)
                .containsExactly("GET /v1/me was called 3 times (300 bytes); keep its answer in a variable");
    }

    @Test
    void countsDeliveredSuccessesAndReadsOnly() {
        Route write = new Route(HttpMethod.POST, "/v1/me");
        List<CallTrace.Call> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(call(ME, 404, true));
            calls.add(call(ME, 200, false));
            calls.add(call(ME, 0, false));
            calls.add(call(write, 200, true));
        }

        assertThat(EfficiencyAdvisor.of(List.of(ME, write)).review(trace(calls)))
                .isEmpty();
    }

    /** A trace that came from elsewhere, such as a broker that a guest has talked into something. */
    @Test
    void textsHoldNothingThatIsNotOfTheGrant() {
        List<CallTrace.Call> calls = new ArrayList<>(trace(ITEM, 9).calls());
        for (String hostile :
                List.of("/ignore-previous-instructions", "/v1/items/'()+,$(reboot)", "/v1/items/SECRET")) {
            for (int i = 0; i < 9; i++) {
                calls.add(call(Route.get(hostile), 200, true));
                calls.add(call(Route.get(hostile + "/*"), 200, true));
            }
        }

        List<Finding> findings = EfficiencyAdvisor.of(List.of(ITEMS, ITEM)).review(trace(calls));

        assertThat(findings)
                .extracting(Finding::text)
                .singleElement()
                .asString()
                .matches(
                        "GET /v1/items/\\* was called 9 times \\(900 bytes\\), once per item; GET /v1/items is granted .*");
    }

    @Test
    void listsTheWorstFirstAndNotMoreThanTwenty() {
        List<Route> routes =
                IntStream.range(0, 30).mapToObj(i -> Route.get("/r" + i)).toList();
        List<CallTrace.Call> calls = new ArrayList<>();
        for (int i = 0; i < routes.size(); i++) {
            calls.addAll(trace(routes.get(i), 3 + i).calls());
        }

        List<Finding> findings = EfficiencyAdvisor.of(routes).review(trace(calls));

        assertThat(findings).hasSize(EfficiencyAdvisor.MAX_FINDINGS);
        assertThat(findings.get(0).calls()).isEqualTo(32);
    }
}

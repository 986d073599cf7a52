package dev.plimsoll.broker.advice;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds wasteful use of an API in a run's trace: a call per item where a route to the whole collection exists, and the same
 * thing read again and again.
 *
 * <p>Evidence only: it runs after the run and changes nothing. It sees the trace, and so no path, query, body or token. Its
 * texts are templates filled with the grant's own routes and with numbers; calls of a route that the grant does not list are
 * ignored, so that nothing else can get into a text. Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class EfficiencyAdvisor {
    /** The most findings of one run. */
    public static final int MAX_FINDINGS = 20;

    private static final int MANY_ITEMS = 5;
    private static final int MANY_READS = 3;
    private static final String ITEM = "/*";

    private final Set<Route> granted;
    private final Set<Route> catalog;

    private EfficiencyAdvisor(Set<Route> granted, Set<Route> catalog) {
        this.granted = granted;
        this.catalog = catalog;
    }

    /** Makes an advisor for the routes of a grant. */
    public static EfficiencyAdvisor of(List<Route> granted) {
        return new EfficiencyAdvisor(new LinkedHashSet<>(granted), Set.of());
    }

    /** Returns an advisor that also knows what the API has beyond the grant, and says so as such. */
    public EfficiencyAdvisor withCatalog(List<Route> routes) {
        return new EfficiencyAdvisor(granted, new LinkedHashSet<>(routes));
    }

    /** Returns what is noteworthy about a run's calls, the route with the most calls first; at most 20 findings. */
    public List<Finding> review(CallTrace trace) {
        Map<Route, Reads> reads = new LinkedHashMap<>();
        for (CallTrace.Call call : trace.calls()) {
            Route route = call.route();
            if (route.method() == HttpMethod.GET && granted.contains(route) && call.delivered() && isSuccess(call)) {
                reads.merge(route, new Reads(1, call.responseBytes()), Reads::plus);
            }
        }
        List<Finding> findings = new ArrayList<>();
        reads.forEach((route, read) -> finding(route, read).ifPresent(findings::add));
        findings.sort((a, b) -> Long.compare(b.calls(), a.calls()));
        return List.copyOf(findings.subList(0, Math.min(findings.size(), MAX_FINDINGS)));
    }

    private record Reads(long calls, long bytes) {
        Reads plus(Reads more) {
            return new Reads(calls + more.calls, bytes + more.bytes);
        }
    }

    private Optional<Finding> finding(Route route, Reads read) {
        if (route.isConcrete()) {
            return read.calls < MANY_READS
                    ? Optional.empty()
                    : Optional.of(
                            new Finding(Finding.Kind.REPEATED_READ, route, Optional.empty(), read.calls, read.bytes));
        }
        if (read.calls < MANY_ITEMS || !route.template().endsWith(ITEM)) {
            return Optional.empty();
        }
        String items = route.template();
        String whole = items.substring(0, items.length() - ITEM.length());
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        Route collection = Route.get(whole);
        Optional<Finding.Kind> kind = granted.contains(collection)
                ? Optional.of(Finding.Kind.FAN_OUT)
                : catalog.contains(collection) ? Optional.of(Finding.Kind.FAN_OUT_OUTSIDE_GRANT) : Optional.empty();
        return kind.map(found -> new Finding(found, route, Optional.of(collection), read.calls, read.bytes));
    }

    private static boolean isSuccess(CallTrace.Call call) {
        return call.status() >= 200 && call.status() <= 299;
    }
}

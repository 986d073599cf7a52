package dev.plimsoll.broker;

import dev.plimsoll.broker.advice.EfficiencyAdvisor;
import dev.plimsoll.broker.advice.Finding;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.Route;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * One run's grant at work: decides on each call, in this order: budget, form, path, route, quiet time. What passes is made by
 * {@link Upstream}. Thread-safe.
 */
final class RunSession implements BrokerSession, HostApi {
    private static final int MALFORMED = 400;

    private final Grant grant;
    private final HttpUrl origin;
    private final String clientScript;
    private final TraceRecorder trace = new TraceRecorder();
    private final AtomicInteger callsMade = new AtomicInteger();
    private final QuietTime quiet;
    private final Credential credential;
    private final OkHttpClient base;
    private final EfficiencyAdvisor advisor;
    private volatile @Nullable Upstream upstream;
    private volatile boolean closed;

    RunSession(
            BrokerOpening opening,
            Credential credential,
            OkHttpClient base,
            LongSupplier nanoTime,
            List<Route> catalog) {
        this.grant = opening.grant();
        this.origin = HttpUrl.get(grant.baseUrl().toString());
        this.clientScript = ClientScripts.javaScript(grant);
        this.quiet = new QuietTime(grant.healthRoute().isPresent(), opening.clock(), nanoTime);
        this.credential = credential;
        this.base = base;
        this.advisor = EfficiencyAdvisor.of(grant.routes()).withCatalog(catalog);
    }

    @Override
    public HostApi start(Deadline deadline) {
        upstream = new Upstream(base, !origin.isHttps(), credential, deadline, quiet, trace);
        return this;
    }

    @Override
    public String clientScript() {
        return clientScript;
    }

    @Override
    public String pythonModule() {
        return ClientScripts.python();
    }

    @Override
    public int maxEnvelopeBytes() {
        return GuestCall.MAX_ENVELOPE_BYTES;
    }

    @Override
    public int maxReplyBytes() {
        return Reply.MAX_BYTES;
    }

    @Override
    public CompletableFuture<Bytes> call(Bytes envelope) {
        Upstream open = upstream;
        if (closed || open == null) {
            return deny(Reply.FAILED, "the run is over");
        }
        if (callsMade.getAndUpdate(made -> Math.min(made + 1, grant.callBudget())) == grant.callBudget()) {
            return deny(Reply.TOO_MANY, "the run has made all of its " + grant.callBudget() + " calls");
        }
        GuestCall call;
        try {
            call = GuestCall.read(envelope);
        } catch (GuestCall.MalformedException e) {
            return deny(MALFORMED, e.reason());
        }
        String fault = PathRules.fault(call.path());
        if (fault != null) {
            return deny(Reply.DENIED, fault);
        }
        Route route = routeOf(call);
        HttpUrl url = route == null ? null : PathRules.below(origin, call.path());
        if (route == null || url == null) {
            return deny(Reply.DENIED, "no route of the grant allows this call");
        }
        return switch (quiet.rule()) {
            case CALL -> open.call(route, url, call);
            case SHED -> shed();
            case PROBE ->
                open.probe(grant.healthRoute().orElseThrow(), healthUrl())
                        .thenCompose(isWell -> isWell ? open.call(route, url, call) : shed());
        };
    }

    private @Nullable Route routeOf(GuestCall call) {
        for (Route route : grant.routes()) {
            if (route.matches(call.method(), call.path())) {
                return route;
            }
        }
        return null;
    }

    private HttpUrl healthUrl() {
        String path = grant.healthRoute().orElseThrow().template();
        return origin.newBuilder().encodedPath(path).build();
    }

    private CompletableFuture<Bytes> deny(int status, String why) {
        trace.denied();
        return CompletableFuture.completedFuture(Reply.refusal(status, why));
    }

    private CompletableFuture<Bytes> shed() {
        trace.shed();
        return CompletableFuture.completedFuture(
                Reply.refusal(Reply.QUIET, "the API asked not to be called for a while; try again later"));
    }

    @Override
    public CallTrace trace() {
        return trace.trace();
    }

    @Override
    public List<String> advice() {
        return advisor.review(trace()).stream().map(Finding::text).toList();
    }

    @Override
    public void close() {
        closed = true;
        Upstream open = upstream;
        if (open != null) {
            open.close();
        }
    }
}

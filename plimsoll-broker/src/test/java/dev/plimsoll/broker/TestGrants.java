package dev.plimsoll.broker;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.secret.Secret;
import java.util.Set;
import java.util.stream.Collectors;

/** What tests grant, and a look at what a run may leave behind. */
final class TestGrants {
    static final String TOKEN = "plim-5ecret.t0ken_4711~";

    private TestGrants() {}

    /** Starts a grant with a credential and no routes. */
    static Grant.Builder of(String origin) {
        return Grant.builder(origin).minter(request -> MintedToken.of(Secret.of(TOKEN)));
    }

    /** Starts a grant of every method on {@code /v1/} and one segment. */
    static Grant.Builder everyMethod(String origin) {
        Grant.Builder grant = of(origin);
        for (HttpMethod method : HttpMethod.values()) {
            grant.allow(method, "/v1/*");
        }
        return grant;
    }

    /** Returns the names of the threads that calls are made on: none once a run has ended. */
    static Set<String> callThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().startsWith("plimsoll-broker"))
                .map(Thread::getName)
                .collect(Collectors.toSet());
    }
}

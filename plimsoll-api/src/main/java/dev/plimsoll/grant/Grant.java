package dev.plimsoll.grant;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says what a run may call: listed routes of one API, with a credential that stays outside the sandbox.
 *
 * <p>Immutable and thread-safe, if its minter is. {@link #toString()} shows the name and counts only.
 *
 * @since 0.1
 */
public final class Grant {
    /** The call budget of a grant that does not set one. */
    public static final int DEFAULT_CALL_BUDGET = 256;
    /** The highest call budget. */
    public static final int MAX_CALL_BUDGET = 100_000;
    /** The most routes that a grant may list. */
    public static final int MAX_ROUTES = 1_000;
    /** The most scopes that a grant may list. */
    public static final int MAX_SCOPES = 64;
    /** The most characters of additional guest JavaScript. */
    public static final int MAX_GUEST_SCRIPT_LENGTH = 256 * 1024;

    private final String name;
    private final URI baseUrl;
    private final List<Route> routes;
    private final TokenMinter minter;
    private final List<String> scopes;
    private final String globalName;
    private final String guestScript;
    private final @Nullable Route healthRoute;
    private final int callBudget;

    private Grant(Builder builder, URI baseUrl, TokenMinter minter) {
        this.name = builder.name;
        this.baseUrl = baseUrl;
        this.routes = List.copyOf(builder.routes);
        this.minter = minter;
        this.scopes = List.copyOf(builder.scopes);
        this.globalName = builder.globalName;
        this.guestScript = builder.guestScript;
        this.healthRoute = builder.healthRoute;
        this.callBudget = builder.callBudget;
    }

    /** Starts a grant for an API's origin, such as {@code https://api.example.com}. */
    public static Builder builder(String baseUrl) {
        return new Builder(baseUrl);
    }

    /** Returns the name that the receipt's {@code grant_profile} holds. */
    public String name() {
        return name;
    }

    /** Returns the API's origin. */
    public URI baseUrl() {
        return baseUrl;
    }

    /** Returns the routes that may be called; an empty list reaches nothing. */
    public List<Route> routes() {
        return routes;
    }

    /** Returns what makes the credential. */
    public TokenMinter minter() {
        return minter;
    }

    /** Returns the scopes that the credential is asked for. */
    public List<String> scopes() {
        return scopes;
    }

    /** Returns the name of the guest's global through which it calls. */
    public String globalName() {
        return globalName;
    }

    /** Returns JavaScript that is evaluated in the guest after the client, empty when there is none. */
    public String guestScript() {
        return guestScript;
    }

    /** Returns the route that tells whether the API is well again. */
    public Optional<Route> healthRoute() {
        return Optional.ofNullable(healthRoute);
    }

    /** Returns how many calls a run may make; denied ones count. */
    public int callBudget() {
        return callBudget;
    }

    @Override
    public String toString() {
        return "Grant[" + name + ", " + routes.size() + " routes, " + scopes.size() + " scopes]";
    }

    /** Collects a grant's parts; {@link #build()} reports every fault at once. Not thread-safe. */
    public static final class Builder {
        private final String baseUrl;
        private String name = "inline";
        private final List<Route> routes = new ArrayList<>();
        private final List<String> routeFaults = new ArrayList<>();
        private @Nullable TokenMinter minter;
        private final List<String> scopes = new ArrayList<>();
        private String globalName = "host";
        private String guestScript = "";
        private @Nullable Route healthRoute;
        private int callBudget = DEFAULT_CALL_BUDGET;

        private Builder(String baseUrl) {
            this.baseUrl = Objects.requireNonNull(baseUrl, "baseUrl");
        }

        /** Names the grant; the receipt's {@code grant_profile} holds it. {@code [A-Za-z0-9._-]}, 1 to 64. */
        public Builder name(String newName) {
            this.name = Objects.requireNonNull(newName, "name");
            return this;
        }

        /** Allows a route. */
        public Builder allow(HttpMethod method, String template) {
            List<String> faults = Route.faults(template);
            if (faults.isEmpty()) {
                routes.add(new Route(method, template));
            } else {
                routeFaults.add("route " + (routes.size() + routeFaults.size() + 1) + " " + String.join(", ", faults));
            }
            return this;
        }

        /** Allows a route. */
        public Builder allow(Route route) {
            routes.add(Objects.requireNonNull(route, "route"));
            return this;
        }

        /** Sets what makes the credential; required. */
        public Builder minter(TokenMinter newMinter) {
            this.minter = Objects.requireNonNull(newMinter, "minter");
            return this;
        }

        /** Adds a scope to ask for: one token, never {@code code:run} or {@code *}. */
        public Builder scope(String scope) {
            scopes.add(Objects.requireNonNull(scope, "scope"));
            return this;
        }

        /** Names the guest's global; {@code host} unless set. */
        public Builder globalName(String newGlobalName) {
            this.globalName = Objects.requireNonNull(newGlobalName, "globalName");
            return this;
        }

        /** Sets JavaScript that is evaluated in the guest after the client. */
        public Builder guestScript(String script) {
            this.guestScript = Objects.requireNonNull(script, "script");
            return this;
        }

        /** Sets the concrete GET route that tells whether the API is well again. */
        public Builder healthRoute(Route route) {
            this.healthRoute = Objects.requireNonNull(route, "route");
            return this;
        }

        /** Sets how many calls a run may make, 1 to {@value Grant#MAX_CALL_BUDGET}. */
        public Builder callBudget(int calls) {
            this.callBudget = calls;
            return this;
        }

        /**
         * Checks everything and makes the grant.
         *
         * @throws InvalidGrantException listing every fault
         */
        public Grant build() {
            GrantFaults faults = new GrantFaults();
            URI origin = faults.origin(baseUrl);
            faults.addAll(routeFaults);
            faults.name(name);
            faults.counts(routes.size(), scopes.size(), callBudget);
            scopes.forEach(faults::scope);
            faults.guest(globalName, guestScript);
            faults.health(healthRoute);
            TokenMinter given = minter;
            if (given == null) {
                faults.add("no minter is set; use one of the broker's minters or a lambda");
            }
            if (origin == null || given == null || !faults.isEmpty()) {
                throw faults.exception();
            }
            return new Grant(this, origin, given);
        }
    }
}

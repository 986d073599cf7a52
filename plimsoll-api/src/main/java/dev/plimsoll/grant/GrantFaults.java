package dev.plimsoll.grant;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a grant, so that its author sees every fault at once. */
final class GrantFaults {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    /** RFC 6749, section 3.3: a scope token is printable ASCII without space, quote and backslash. */
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,128}");

    private static final Pattern GLOBAL_NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{0,63}");
    private static final Pattern HOST_NAME =
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");
    private static final Set<String> FORBIDDEN_SCOPES = Set.of("code:run", "*");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final List<String> faults = new ArrayList<>();

    void add(String fault) {
        faults.add(fault);
    }

    void addAll(List<String> more) {
        faults.addAll(more);
    }

    boolean isEmpty() {
        return faults.isEmpty();
    }

    InvalidGrantException exception() {
        return new InvalidGrantException(faults);
    }

    /** Returns the origin, or null after adding what is wrong with it. */
    @Nullable URI origin(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            add("the base URL is not a URL");
            return null;
        }
        int before = faults.size();
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        if (host.isEmpty() || (!host.startsWith("[") && !HOST_NAME.matcher(host).matches())) {
            add("the base URL has no host name or address");
        }
        if (!scheme.equals("https") && !(scheme.equals("http") && LOOPBACK.contains(host))) {
            add("the base URL must be https; http is for loopback only");
        }
        if (uri.getRawUserInfo() != null) {
            add("the base URL must not hold user information");
        }
        if (uri.getRawPath() != null && !uri.getRawPath().isEmpty()) {
            add("the base URL must not have a path, not even /; put it into the routes");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            add("the base URL must not have a query or fragment");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65535) {
            add("the base URL's port must be 1 to 65535");
        }
        return faults.size() == before ? uri : null;
    }

    void name(String name) {
        if (!NAME.matcher(name).matches()) {
            add("the name must be 1 to 64 of A-Z a-z 0-9 . _ -");
        }
    }

    void counts(int routes, int scopes, int callBudget) {
        if (routes > Grant.MAX_ROUTES) {
            add("more than " + Grant.MAX_ROUTES + " routes");
        }
        if (scopes > Grant.MAX_SCOPES) {
            add("more than " + Grant.MAX_SCOPES + " scopes");
        }
        if (callBudget < 1 || callBudget > Grant.MAX_CALL_BUDGET) {
            add("the call budget must be 1 to " + Grant.MAX_CALL_BUDGET);
        }
    }

    void scope(String scope) {
        if (!SCOPE.matcher(scope).matches()) {
            add("a scope must be one token of printable ASCII, at most 128 characters");
        } else if (FORBIDDEN_SCOPES.contains(scope)) {
            add("the scope " + scope + " is never granted to code in a sandbox");
        }
    }

    void guest(String globalName, String script) {
        if (!GLOBAL_NAME.matcher(globalName).matches()) {
            add("the guest's global name must be an ASCII identifier of at most 64 characters");
        }
        if (script.length() > Grant.MAX_GUEST_SCRIPT_LENGTH) {
            add("the guest script is longer than " + Grant.MAX_GUEST_SCRIPT_LENGTH + " characters");
        }
    }

    void health(@Nullable Route route) {
        if (route != null && (route.method() != HttpMethod.GET || !route.isConcrete())) {
            add("the health route must be a GET without *");
        }
    }
}

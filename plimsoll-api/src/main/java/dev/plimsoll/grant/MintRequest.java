package dev.plimsoll.grant;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a minter is told: for which API, routes, scopes and time a credential is needed, and on whose behalf.
 *
 * @param baseUrl the API's origin
 * @param routes the routes that the run may call
 * @param scopes the scopes asked for
 * @param ttl how long the credential has to be valid: the run's whole budget
 * @param subject on whose behalf the run happens, if the request says so
 * @since 0.1
 */
public record MintRequest(
        URI baseUrl, List<Route> routes, List<String> scopes, Duration ttl, Optional<String> subject) {
    /** Copies the lists. */
    public MintRequest {
        Objects.requireNonNull(baseUrl, "baseUrl");
        routes = List.copyOf(routes);
        scopes = List.copyOf(scopes);
        Objects.requireNonNull(ttl, "ttl");
        Objects.requireNonNull(subject, "subject");
    }
}

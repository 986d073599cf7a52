package dev.plimsoll.grant;

import java.util.Optional;

/**
 * Knows grants by name, so that a request only selects one and cannot widen it.
 *
 * <p>Implementations must be thread-safe and answer without waiting.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface GrantProfiles {
    /**
     * Finds the grant of a profile for a subject.
     *
     * @param profile the name that the request gives
     * @param subject on whose behalf the run happens, if the request says so
     * @return empty if there is no such profile, or the subject may not use it: callers must not be able to tell which
     */
    Optional<Grant> find(String profile, Optional<String> subject);
}

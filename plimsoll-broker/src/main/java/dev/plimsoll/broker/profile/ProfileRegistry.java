package dev.plimsoll.broker.profile;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.GrantProfiles;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds profiles by name. Immutable and thread-safe: to change profiles or their secrets, load another registry.
 *
 * @since 0.1
 */
public final class ProfileRegistry implements GrantProfiles {
    private final Map<String, Profile> profiles;

    private ProfileRegistry(Map<String, Profile> profiles) {
        this.profiles = profiles;
    }

    /**
     * Makes a registry.
     *
     * @throws IllegalArgumentException if two profiles have one name
     */
    public static ProfileRegistry of(Collection<Profile> profiles) {
        Map<String, Profile> byName = new LinkedHashMap<>();
        for (Profile profile : profiles) {
            if (byName.put(profile.grant().name(), profile) != null) {
                throw new IllegalArgumentException(
                        "two profiles have the name " + profile.grant().name());
            }
        }
        return new ProfileRegistry(byName);
    }

    @Override
    public Optional<Grant> find(String profile, Optional<String> subject) {
        return Optional.ofNullable(profiles.get(profile))
                .filter(found -> found.admits(subject))
                .map(Profile::grant);
    }

    /** Returns the profiles' names, in the order they were given. */
    public Set<String> names() {
        return Collections.unmodifiableSet(profiles.keySet());
    }

    @Override
    public String toString() {
        return "ProfileRegistry" + profiles.keySet();
    }
}

package dev.plimsoll.broker.profile;

import dev.plimsoll.grant.Grant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A grant, and who may use it.
 *
 * @param grant the grant; its name is the profile's
 * @param principals the subjects that may use it, compared exactly; {@link #ANYONE} among them lets every run use it, also
 *     one that names no subject; empty lets nobody
 * @since 0.1
 */
public record Profile(Grant grant, Set<String> principals) {
    /** Stands for every subject and for none. */
    public static final String ANYONE = "*";

    /** Copies the set. */
    public Profile {
        Objects.requireNonNull(grant, "grant");
        principals = Set.copyOf(principals);
    }

    boolean admits(Optional<String> subject) {
        return principals.contains(ANYONE)
                || subject.filter(principals::contains).isPresent();
    }
}

package dev.plimsoll.broker.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong, so that an author sees every fault at once. Not thread-safe. */
final class Faults {
    private static final int MAX_FAULTS = 100;

    private final List<ProfileFault> faults = new ArrayList<>();

    void add(DocumentNode at, String message) {
        add(at.line(), at.column(), message);
    }

    void add(int line, int column, String message) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(new ProfileFault(line, column, message));
        }
    }

    boolean isEmpty() {
        return faults.isEmpty();
    }

    InvalidProfilesException exception() {
        faults.sort(Comparator.comparingInt(ProfileFault::line).thenComparingInt(ProfileFault::column));
        return new InvalidProfilesException(faults);
    }
}

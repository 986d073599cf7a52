package dev.plimsoll.run;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Says which software may run the code: one exact identity, or any of an approved list.
 *
 * @param mode how the identities are meant
 * @param identities the identities in the order given, compared byte for byte; 1 for {@link Mode#EXACT}, 1 to {@value
 *     #MAX_IDENTITIES} for {@link Mode#APPROVED}
 * @since 0.1
 */
public record SoftwareRule(Mode mode, List<String> identities) {
    /** The most identities that a rule may list. */
    public static final int MAX_IDENTITIES = 64;

    /** How the identities of a rule are meant. */
    public enum Mode {
        /** The one identity must be the one that runs. */
        EXACT,
        /** Any of the identities may run. */
        APPROVED;

        /** Returns the name as it stands in receipts. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Checks the members.
     *
     * @throws IllegalArgumentException if there are too many identities, or none, or an empty one
     */
    public SoftwareRule {
        Objects.requireNonNull(mode, "mode");
        identities = List.copyOf(identities);
        int most = mode == Mode.EXACT ? 1 : MAX_IDENTITIES;
        if (identities.isEmpty() || identities.size() > most) {
            throw new IllegalArgumentException("a rule of mode " + mode.text() + " takes 1 to " + most + " identities");
        }
        if (identities.contains("")) {
            throw new IllegalArgumentException("a software identity is empty");
        }
    }

    /** Requires one identity. */
    public static SoftwareRule exact(String identity) {
        return new SoftwareRule(Mode.EXACT, List.of(identity));
    }

    /** Requires any of some identities. */
    public static SoftwareRule approved(List<String> identities) {
        return new SoftwareRule(Mode.APPROVED, identities);
    }

    /** Tells whether an identity satisfies the rule. The empty identity never does. */
    public boolean allows(String identity) {
        return identities.contains(identity);
    }
}

package dev.plimsoll.grant;

import java.util.List;

/**
 * Lists every fault of a grant that could not be built. Never retry: correct the grant.
 *
 * @since 0.1
 */
public final class InvalidGrantException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    InvalidGrantException(List<String> faults) {
        super("the grant is not valid: " + String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    /** Returns the faults, at least one. */
    public List<String> faults() {
        return faults;
    }
}

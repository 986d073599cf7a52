package dev.plimsoll.broker.profile;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Lists every fault of a profiles document. Never retry: correct the document.
 *
 * @since 0.1
 */
public final class InvalidProfilesException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<ProfileFault> faults;

    InvalidProfilesException(List<ProfileFault> faults) {
        super("the profiles are not valid: "
                + faults.stream().map(ProfileFault::toString).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    /** Returns the faults in the order of the document, 1 to 100; what is wrong beyond is not listed. */
    public List<ProfileFault> faults() {
        return faults;
    }
}

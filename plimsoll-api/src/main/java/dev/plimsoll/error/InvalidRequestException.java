package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: the request is out of bounds or malformed. Never retry: correct the request.
 *
 * @since 0.1
 */
public final class InvalidRequestException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    /**
     * Makes a refusal.
     *
     * @param faults what is wrong, each with the bound; at least one
     * @param requestId the run that is refused; null when there is none yet
     */
    public InvalidRequestException(List<String> faults, @Nullable RequestId requestId) {
        super(RefusalReason.REQUEST, "the request is not valid: " + String.join("; ", faults), requestId, null);
        this.faults = List.copyOf(faults);
    }

    /** Returns what is wrong, at least one fault. */
    public List<String> faults() {
        return faults;
    }
}

package dev.plimsoll.attest;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says which line of a bundle is not acceptable, and why. Retrying with the same bundle does not help.
 *
 * @since 0.1
 */
public final class BundleRefusedException extends AttestationException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final BundleDefect defect;

    BundleRefusedException(long line, BundleDefect defect, String reason, @Nullable Throwable cause) {
        super("line " + line + ": " + reason, cause);
        this.line = line;
        this.defect = Objects.requireNonNull(defect, "defect");
    }

    /** Returns the number of the line, counted from 1; of a missing line, the one it would have had. */
    public long line() {
        return line;
    }

    /** Returns what is wrong. */
    public BundleDefect defect() {
        return defect;
    }
}

package dev.plimsoll.run;

import java.util.HexFormat;

/**
 * Names one run of one sandbox. Made by the sandbox, from a random part that no one else knows.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 * @since 0.1
 */
public record RequestId(long high, long low) {
    /** Returns 32 lower-case hex digits. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}

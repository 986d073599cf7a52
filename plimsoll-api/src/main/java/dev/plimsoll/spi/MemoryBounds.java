package dev.plimsoll.spi;

/**
 * How much memory a backend can give a run, in bytes.
 *
 * @param least the least with which code can start
 * @param standard what a run gets that does not say
 * @param most the most
 * @since 0.1
 */
public record MemoryBounds(long least, long standard, long most) {
    /** What a backend offers that does not say: 256 MiB, from 4 MiB to 16 GiB. */
    public static final MemoryBounds STANDARD = new MemoryBounds(4L << 20, 256L << 20, 16L << 30);

    /** Checks the order. */
    public MemoryBounds {
        if (least < 1 || standard < least || most < standard) {
            throw new IllegalArgumentException("memory bounds must be 1 <= least <= standard <= most");
        }
    }
}

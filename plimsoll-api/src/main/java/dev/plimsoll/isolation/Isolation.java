package dev.plimsoll.isolation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * States how strong the wall around a run is: {@code NONE < PROCESS < CONTAINER < KERNEL < VM}.
 *
 * <p>{@link #UNKNOWN} stands outside the order: it meets no floor, not even {@link #NONE}. Compare with {@link
 * #meets(Isolation)}, never with {@link #compareTo}.
 *
 * @since 0.1
 */
public enum Isolation {
    /** The wall could not be determined. Meets nothing. */
    UNKNOWN,
    /** No wall at all. */
    NONE,
    /** A language-level wall inside the application's own process, such as WebAssembly's linear memory. */
    PROCESS,
    /** Namespaces, capabilities and a system-call filter over the host's kernel. */
    CONTAINER,
    /** A second kernel in user space between the code and the host's kernel, such as gVisor. */
    KERNEL,
    /** A virtual machine with a kernel of its own. */
    VM;

    /** The values a request may name as its floor, weakest first. */
    private static final List<Isolation> FLOORS = List.of(PROCESS, CONTAINER, KERNEL, VM);

    /**
     * Tells whether this wall is at least as strong as a floor.
     *
     * @param floor the weakest wall that is acceptable
     * @return false when either side is {@link #UNKNOWN}
     */
    public boolean meets(Isolation floor) {
        Objects.requireNonNull(floor, "floor");
        return this != UNKNOWN && floor != UNKNOWN && compareTo(floor) >= 0;
    }

    /** Returns the text form, in lower case, as it stands in receipts and logs. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a text form.
     *
     * @throws IllegalArgumentException if the text is none of the names in lower case
     */
    public static Isolation parse(String text) {
        for (Isolation isolation : values()) {
            if (isolation.text().equals(text)) {
                return isolation;
            }
        }
        throw new IllegalArgumentException("not an isolation tier; use one of "
                + Arrays.stream(values()).map(Isolation::text).collect(Collectors.joining(", ")));
    }

    /** Tells whether a request may name this tier as its floor: process, container, kernel or vm. */
    public boolean isFloor() {
        return FLOORS.contains(this);
    }

    @Override
    public String toString() {
        return text();
    }
}

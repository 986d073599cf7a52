package dev.plimsoll.docker;

import dev.plimsoll.spi.Deadline;
import java.io.IOException;

/** Where the container of a run comes from. */
interface ContainerSource {
    /** Returns a container that never ran anything, under the contract of {@link Container#start}. */
    Container take(ContainerSpec.Sizes sizes, Deadline deadline) throws IOException;
}

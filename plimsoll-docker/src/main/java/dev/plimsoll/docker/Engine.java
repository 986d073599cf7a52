package dev.plimsoll.docker;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.docker.internal.engine.EngineFault;
import dev.plimsoll.spi.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine as one backend uses it: makes containers in its owner's name, and removes them. Thread-safe. */
final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    /**
     * How long removing a container may take; what is not gone then is left to the reaper. With {@link GuestRun}'s autopsy or {@link
     * #PING}, of which one may come too, it stays below the grace that a provider has after the deadline, so that a slow engine costs
     * no result.
     */
    private static final Duration REMOVAL = Duration.ofSeconds(6);
    /** How long after its deadline a container is nobody's any more. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** How long a busy engine may take to answer at all; one that takes longer counts as stuck. Comes before or after a removal. */
    private static final Duration PING = Duration.ofSeconds(2);

    private static final String NAME_PREFIX = "plimsoll-";

    private final EngineConnection connection;
    private final Owner owner;

    Engine(EngineConnection connection, Owner owner) {
        this.connection = connection;
        this.owner = owner;
    }

    EngineConnection connection() {
        return connection;
    }

    Owner owner() {
        return owner;
    }

    /** Names a container before it is made, so that it can be removed even if the engine's answer is lost. */
    String newName() {
        return NAME_PREFIX + UUID.randomUUID();
    }

    void create(String name, ContainerSpec spec, ContainerSpec.Sizes sizes, Deadline deadline, Duration reserved) {
        // the engine's clock may be another one than the machine's; the grace covers what is usual
        var gone = Clock.systemUTC()
                .instant()
                .plus(deadline.remaining())
                .plus(reserved)
                .plus(GRACE);
        var unused = spec.create(connection.client(deadline), name, sizes, owner.labels(gone))
                .exec();
    }

    /** Tells whether the engine answers now. */
    boolean answers() {
        try {
            connection.client(Deadline.after(PING)).pingCmd().exec();
            return true;
        } catch (EngineFault | DockerException e) {
            LOG.debug("the engine does not answer a ping: {}", e.toString());
            return false;
        }
    }

    /** Removes a container with all that runs in it. Waits, but not for long, and not less for an interrupted thread. */
    void remove(String name) {
        boolean interrupted = Thread.interrupted();
        try {
            connection
                    .client(Deadline.after(REMOVAL))
                    .removeContainerCmd(name)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException | ConflictException e) {
            LOG.trace("container {} is gone, or somebody removes it already", name, e);
        } catch (EngineFault | DockerException e) {
            interrupted |= Thread.interrupted();
            LOG.warn("container {} could not be removed now, and will be later: {}", name, e.toString());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}

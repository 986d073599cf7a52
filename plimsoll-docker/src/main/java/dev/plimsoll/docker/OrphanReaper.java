package dev.plimsoll.docker;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import dev.plimsoll.docker.internal.engine.EngineFault;
import dev.plimsoll.spi.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes containers that nobody will: those whose owner is gone, and those whose deadline passed, whoever owns them. Only
 * containers with both of our labels are looked at.
 */
final class OrphanReaper {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanReaper.class);
    private static final Duration LISTING = Duration.ofSeconds(10);

    private final Engine engine;
    private final Clock clock;

    OrphanReaper(Engine engine, Clock clock) {
        this.engine = engine;
        this.clock = clock;
    }

    /** Removes what there is; what fails is tried again the next time. */
    void reap() {
        try {
            for (Container container : containers()) {
                if (isOrphan(container.getLabels())) {
                    LOG.info("removing container {}, which a run left behind", container.getId());
                    engine.remove(container.getId());
                }
            }
        } catch (EngineFault | DockerException e) {
            LOG.warn("containers that were left behind could not be looked for: {}", e.toString());
        }
    }

    private List<Container> containers() {
        return engine.connection()
                .client(Deadline.after(LISTING))
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(Owner.OWNER_LABEL, Owner.DEADLINE_LABEL))
                .exec();
    }

    /** Tells whether a container with these labels is nobody's. */
    boolean isOrphan(Map<String, String> labels) {
        Optional<Owner> owner = Owner.parse(labels.getOrDefault(Owner.OWNER_LABEL, ""));
        String deadline = labels.getOrDefault(Owner.DEADLINE_LABEL, "");
        if (owner.isEmpty() || !deadline.matches("[0-9]{1,18}")) {
            return false; // not written by us
        }
        boolean late = clock.instant().isAfter(Instant.ofEpochMilli(Long.parseLong(deadline)));
        return late || owner.get().isGone();
    }
}

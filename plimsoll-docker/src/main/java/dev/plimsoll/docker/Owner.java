package dev.plimsoll.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who made a container, as its labels say it: a backend of a process on a machine. Whether the owner is gone can be told
 * only on the same machine (and process namespace); elsewhere, the deadline decides.
 *
 * @param machine the boot of the machine and the process namespace; empty if they cannot be told
 * @param process the process
 * @param started when the process started, in milliseconds since 1970, since numbers of processes are used again
 * @param backend the backend in the process
 */
record Owner(String machine, long process, long started, String backend) {
    static final String OWNER_LABEL = "dev.plimsoll.owner";
    static final String DEADLINE_LABEL = "dev.plimsoll.deadline";
    private static final Logger LOG = LoggerFactory.getLogger(Owner.class);
    private static final int MAX_LABEL = 256;
    private static final String SEPARATOR = "/";

    /** Names a new backend of this process. */
    static Owner ofNewBackend() {
        ProcessHandle self = ProcessHandle.current();
        return new Owner(
                thisMachine(), self.pid(), started(self), UUID.randomUUID().toString());
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String thisMachine() {
        try {
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            String namespace =
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return boot + namespace.replaceAll("[^0-9]", ".");
        } catch (IOException | UnsupportedOperationException e) { // another system than Linux
            LOG.debug("the machine has no boot id: {}", e.toString());
            return "";
        }
    }

    /** Reads a label; empty for one that no backend wrote. */
    static Optional<Owner> parse(String label) {
        String[] parts = label.length() > MAX_LABEL ? new String[0] : label.split(SEPARATOR, -1);
        if (parts.length != 4 || !parts[1].matches("[0-9]{1,18}") || !parts[2].matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new Owner(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]));
    }

    /** Tells whether the owner is known to be gone. */
    boolean isGone() {
        if (machine.isEmpty() || !machine.equals(thisMachine())) {
            return false;
        }
        Optional<ProcessHandle> alive = ProcessHandle.of(process).filter(ProcessHandle::isAlive);
        return alive.isEmpty() || started(alive.get()) != started;
    }

    /** Returns what a container of this owner is labelled with. */
    Map<String, String> labels(Instant deadline) {
        return Map.of(
                OWNER_LABEL,
                String.join(SEPARATOR, machine, Long.toString(process), Long.toString(started), backend),
                DEADLINE_LABEL,
                Long.toString(deadline.toEpochMilli()));
    }
}

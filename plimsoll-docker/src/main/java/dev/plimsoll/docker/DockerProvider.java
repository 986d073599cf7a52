package dev.plimsoll.docker;

import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;

/**
 * Provides sandboxes in containers under the id {@code docker}. Thread-safe.
 *
 * <p>Each run has a container of its own that never ran anything else and is removed after it: no network, a read-only root
 * file system, no capabilities, an unprivileged user, bounds on memory, processors, processes, files and disk. The tier is
 * {@code container} where code meets the host's kernel, and {@code kernel} only where gVisor's kernel is seen from inside,
 * whatever the runtime is called. What was seen is evidence, not attestation: who controls the engine controls what is seen.
 *
 * <p>Options:
 *
 * <ul>
 *   <li>{@code image}: the image with plimsoll's runner, by name or id; required. It is never pulled.
 *   <li>{@code runtime}: the engine's runtime, such as {@code runc} (which is used unless set) or {@code runsc}.
 *   <li>{@code host}, {@code context}, {@code certPath}, {@code tlsVerify}: the engine, instead of what the environment
 *       variables of Docker's own command and its current context say. TCP without TLS is refused.
 *   <li>{@code requireDigest}: {@code true} takes an image only by digest or id, since a name can come to mean another.
 *   <li>{@code cpuMillis}: thousandths of a processor a run gets, 1000 unless set.
 *   <li>{@code diskBytes}: how much a run can write to all its folders together, 64 MiB unless set. It counts as memory.
 *   <li>{@code pool}: how many containers wait for the next runs, 0 unless set.
 *   <li>{@code proofAge}: how old what another sandbox of this process proved may be to hold for this one too, on the same
 *       engine, with the same image, runtime and bounds; 5 minutes unless set, at most an hour, {@code PT0S} to prove
 *       the wall each time a sandbox is opened.
 *   <li>{@code openTimeout}: how long the engine may take to answer when the sandbox is opened, 10 s unless set.
 * </ul>
 *
 * @since 0.1
 */
public final class DockerProvider implements SandboxProvider {
    /** The id. */
    public static final String ID = "docker";

    /** Makes the provider; does nothing else. */
    public DockerProvider() {
        // nothing to do: the engine is asked when a backend is created
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return DockerBackend.open(DockerOptions.read(options));
    }
}

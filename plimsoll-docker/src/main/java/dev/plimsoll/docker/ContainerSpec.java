package dev.plimsoll.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.RestartPolicy;
import com.github.dockerjava.api.model.Ulimit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * How a container is walled in. Everything that a run does not ask for is denied here, and what is asked for is bounded.
 *
 * @param image what it is made of
 * @param runtime the engine's runtime
 * @param seccomp the system calls that are let through, as the engine takes it; a runtime with a kernel of its own ignores it
 * @param cpuMillis thousandths of a processor
 * @param diskBytes what may be written to all folders together
 */
record ContainerSpec(ImageIdentity image, String runtime, String seccomp, long cpuMillis, long diskBytes) {
    private static final int USER = 65534;
    private static final long MAX_FILES = 1024;
    /** Longer than the usual 100 ms: starting two processes of Node.js at once takes more than a tenth of a second's time. */
    private static final long CPU_PERIOD_MICROS = 250_000;

    /** Half of the disk for the project, a quarter for temporary files and shared memory each. */
    Map<String, Long> writable() {
        Map<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("/work", diskBytes / 2);
        sizes.put("/tmp", diskBytes / 4);
        sizes.put("/dev/shm", diskBytes / 4);
        return sizes;
    }

    CreateContainerCmd create(DockerClient client, String name, Sizes sizes, Map<String, String> labels) {
        return client.createContainerCmd(image.id())
                .withName(name)
                .withUser(USER + ":" + USER)
                .withWorkingDir("/work")
                .withLabels(labels)
                .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
                .withTty(false)
                .withStdinOpen(true)
                .withStdInOnce(true)
                .withAttachStdin(true)
                .withAttachStdout(true)
                .withAttachStderr(true)
                .withNetworkDisabled(true)
                .withHostName("sandbox")
                .withHostConfig(hostConfig(sizes));
    }

    /**
     * What a run may change of the spec.
     *
     * @param memoryBytes the most memory, files in it included
     * @param maxProcesses the most processes and threads
     */
    record Sizes(long memoryBytes, int maxProcesses) {}

    private HostConfig hostConfig(Sizes sizes) {
        return HostConfig.newHostConfig()
                .withRuntime(runtime)
                .withNetworkMode("none")
                .withIpcMode("none")
                .withPrivileged(false)
                .withReadonlyRootfs(true)
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges:true", "seccomp=" + seccomp))
                .withMemory(sizes.memoryBytes())
                .withMemorySwap(sizes.memoryBytes())
                .withCpuPeriod(CPU_PERIOD_MICROS)
                .withCpuQuota(cpuMillis * CPU_PERIOD_MICROS / 1000)
                .withPidsLimit((long) sizes.maxProcesses())
                .withUlimits(ulimits(sizes))
                .withTmpFs(tmpfs())
                .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE))
                .withRestartPolicy(RestartPolicy.noRestart())
                .withAutoRemove(false)
                // the image brings its own init, which the guest cannot look into
                .withInit(false);
    }

    private static List<Ulimit> ulimits(Sizes sizes) {
        return List.of(
                new Ulimit("nofile", MAX_FILES, MAX_FILES),
                // counted for the user id in all containers of the host together, so it can only be a second fence
                new Ulimit("nproc", nproc(sizes), nproc(sizes)),
                new Ulimit("core", 0L, 0L));
    }

    private static long nproc(Sizes sizes) {
        return Math.max(65_536L, sizes.maxProcesses());
    }

    private Map<String, String> tmpfs() {
        Map<String, String> mounts = new LinkedHashMap<>();
        writable()
                .forEach((folder, size) -> mounts.put(
                        folder, "rw,noexec,nosuid,nodev,mode=1777,uid=" + USER + ",gid=" + USER + ",size=" + size));
        return mounts;
    }

    /** Returns the identity of all this, but for what is the run's own choice. */
    String policy() {
        StringJoiner text = new StringJoiner("\n");
        text.add("runtime " + runtime);
        text.add("cpu " + cpuMillis + " in " + CPU_PERIOD_MICROS);
        tmpfs().forEach((folder, options) -> text.add("tmpfs " + folder + " " + options));
        text.add("files " + MAX_FILES);
        text.add("seccomp " + seccomp);
        text.add("network none, ipc none, root read-only, capabilities none, no-new-privileges, user " + USER);
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return "container-policy:sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package dev.plimsoll.docker;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Info;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.docker.internal.engine.EngineFault;
import dev.plimsoll.docker.internal.engine.EngineSettings;
import dev.plimsoll.docker.internal.engine.UnsupportedEngineException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.Limits;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SmokeReport;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs each request in a fresh container of one image under one runtime. Thread-safe. */
final class DockerBackend implements SandboxBackend {
    private static final Set<Capability> CAPABILITIES = Set.of(
            Capability.JAVASCRIPT,
            Capability.PROJECT,
            Capability.JAVASCRIPT_GRANT,
            Capability.PROJECT_GRANT,
            Capability.DETERMINISM,
            Capability.LAST_VALUE);
    private static final long MIB = 1 << 20;
    /** Two processes of Node.js, the runner and the guest, and the files a run may write. */
    private static final MemoryBounds MEMORY = new MemoryBounds(128 * MIB, 256 * MIB, 16L << 30);

    private static final long REAP_SECONDS = 60;
    private static final long CLOSE_SECONDS = 10;

    private final Engine engine;
    private final ContainerSpec spec;
    private final EngineFacts facts;
    private final Duration proofAge;
    private final ProvenWalls walls = ProvenWalls.ofThisProcess();
    private final ScheduledThreadPoolExecutor background;
    private final WarmPool pool;
    private volatile @Nullable Proof proof;
    private volatile boolean closed;

    private DockerBackend(Engine engine, ContainerSpec spec, EngineFacts facts, DockerOptions options) {
        this.engine = engine;
        this.spec = spec;
        this.facts = facts;
        this.proofAge = options.proofAge();
        this.background = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "plimsoll-docker-background");
            thread.setDaemon(true);
            return thread;
        });
        ContainerSpec.Sizes sizes =
                new ContainerSpec.Sizes(MEMORY.standard(), Limits.standard().processes());
        this.pool = new WarmPool(engine, spec, sizes, options.pool(), background);
    }

    /**
     * What the engine says about itself. It repeats names only; what it says is compared with what is seen from inside.
     *
     * @param identity where it is, its own id and release, and what is registered as the runtime
     * @param kernel the kernel of the engine's machine
     * @param memoryBytes the memory of the engine's machine
     */
    record EngineFacts(List<String> identity, String kernel, long memoryBytes) {
        static EngineFacts of(String address, Info info, String runtime) {
            return new EngineFacts(
                    List.of(
                            address,
                            Objects.requireNonNullElse(info.getId(), ""),
                            Objects.requireNonNullElse(info.getServerVersion(), ""),
                            String.valueOf(info.getRuntimes().get(runtime))),
                    Objects.requireNonNullElse(info.getKernelVersion(), ""),
                    Objects.requireNonNullElse(info.getMemTotal(), 0L));
        }
    }

    /**
     * What the smoke test saw.
     *
     * @param isolation the wall
     * @param kernel the kernel inside
     */
    record Proof(Isolation isolation, String kernel) {}

    /**
     * Finds the engine, the runtime and the image.
     *
     * @throws NotDispatchedException if one of them cannot be had; says what to do
     */
    static DockerBackend open(DockerOptions options) {
        Deadline deadline = Deadline.after(options.openTimeout());
        EngineSettings settings = EngineSettings.of(options.engine());
        EngineConnection connection = null;
        DockerBackend backend = null;
        try {
            connection = EngineConnection.open(settings, deadline);
            backend = prepare(connection, options, deadline);
            return backend;
        } catch (EngineFault e) {
            throw new NotDispatchedException(
                    RefusalReason.CAPACITY,
                    e.getMessage() + "; see whether an engine is there and you may use it, or set DOCKER_HOST",
                    null,
                    e);
        } catch (UnsupportedEngineException e) {
            throw new NotDispatchedException(RefusalReason.UNSUPPORTED, String.valueOf(e.getMessage()), null, e);
        } catch (DockerException e) {
            throw new NotDispatchedException(
                    RefusalReason.UNSUPPORTED, "the engine refused with status " + e.getHttpStatus(), null, e);
        } finally {
            if (backend == null && connection != null) {
                connection.close();
            }
        }
    }

    private static DockerBackend prepare(EngineConnection connection, DockerOptions options, Deadline deadline) {
        Info info = connection.client(deadline).infoCmd().exec();
        requireLinux(info);
        requireRuntime(info, options.runtime());
        ImageIdentity image =
                ImageIdentity.inspect(connection.client(deadline), options.image(), options.requireDigest());
        ContainerSpec spec = new ContainerSpec(
                image, options.runtime(), SeccompProfile.load(), options.cpuMillis(), options.diskBytes());
        Engine engine = new Engine(connection, Owner.ofNewBackend());
        EngineFacts facts = EngineFacts.of(connection.address(), info, options.runtime());
        DockerBackend backend = new DockerBackend(engine, spec, facts, options);
        OrphanReaper reaper = new OrphanReaper(engine, Clock.systemUTC());
        reaper.reap();
        var unused =
                backend.background.scheduleWithFixedDelay(reaper::reap, REAP_SECONDS, REAP_SECONDS, TimeUnit.SECONDS);
        return backend;
    }

    private static void requireLinux(Info info) {
        if (!"linux".equals(info.getOsType())) {
            throw new UnsupportedEngineException("the engine does not run Linux containers; switch it to them");
        }
    }

    private static void requireRuntime(Info info, String runtime) {
        Set<String> known =
                info.getRuntimes() == null ? Set.of() : info.getRuntimes().keySet();
        if (!known.contains(runtime)) {
            throw new UnsupportedEngineException("the engine knows no runtime " + runtime + "; it knows "
                    + known.stream().sorted().toList() + "; register it in the engine's daemon.json");
        }
    }

    @Override
    public Evidence evidence() {
        Proof proven = proof;
        return evidence(proven == null ? Isolation.UNKNOWN : proven.isolation());
    }

    private Evidence evidence(Isolation isolation) {
        String image = spec.image().text();
        return new Evidence(isolation, image, spec.policy(), image);
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public MemoryBounds memoryBounds() {
        return MEMORY;
    }

    @Override
    public OptionalLong totalMemoryBytes() {
        return facts.memoryBytes() > MEMORY.least() ? OptionalLong.of(facts.memoryBytes()) : OptionalLong.empty();
    }

    @Override
    public SmokeReport smokeTest() throws InterruptedException {
        Optional<ProvenWalls.Proven> known = walls.find(wall(), proofAge);
        if (known.isPresent()) {
            proof = known.get().proof();
            pool.start();
            return known.get().reportNow();
        }
        SmokeTest test = new SmokeTest(engine, spec, facts, MEMORY);
        SmokeReport report = test.run();
        if (report.passed()) {
            proof = test.proof();
            walls.keep(wall(), report, test.proof());
            pool.start();
        } else {
            walls.forget(wall());
        }
        return report;
    }

    private ProvenWalls.Wall wall() {
        return new ProvenWalls.Wall(facts, spec);
    }

    /** A container came up on another kernel than the one of the proof: what was proven is worth nothing any more. */
    private void disown() {
        proof = null;
        walls.forget(wall());
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        GuestRun.Finish finish = guestRun(dispatch).run(dispatch, SnippetRun.plan(dispatch));
        return SnippetRun.outcome(dispatch, finish, evidence());
    }

    @Override
    public ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) throws InterruptedException {
        GuestRun.Finish finish = guestRun(dispatch).run(dispatch, ProjectRun.plan(dispatch));
        return ProjectRun.outcome(finish, evidence());
    }

    private GuestRun guestRun(Dispatch<?> dispatch) {
        Proof proven = proof;
        if (closed || proven == null) {
            throw dispatch.refusal(
                    closed ? RefusalReason.CAPACITY : RefusalReason.ISOLATION,
                    "nothing ran: the backend is closed, or never proved its wall; open the sandbox again",
                    null);
        }
        return new GuestRun(engine, pool, Optional.of(proven), this::disown);
    }

    @Override
    public void close() {
        closed = true;
        background.shutdownNow();
        pool.close();
        boolean interrupted = false;
        try {
            interrupted = Thread.interrupted();
            boolean unused = background.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            engine.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package dev.plimsoll.attest;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.CellOutcome;
import dev.plimsoll.spi.ChildProcess;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.spi.SessionOpening;
import dev.plimsoll.spi.StepOutcome;
import dev.plimsoll.spi.StepOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Runs projects in this machine's shell, and sessions whose cells add to a number: {@code fail} fails, anything else is added
 * and the sum is printed.
 */
final class LocalProvider implements SandboxProvider, SandboxBackend {
    private static final Evidence NO_WALL = Evidence.of(Isolation.NONE, "local");

    private final Path folder;
    /** What was done, in order. */
    final List<String> events = new ArrayList<>();

    boolean cannotClose;

    LocalProvider(Path folder) {
        this.folder = folder;
    }

    @Override
    public String id() {
        return "local";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return this;
    }

    @Override
    public Evidence evidence() {
        return NO_WALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.PROJECT, Capability.SESSION);
    }

    @Override
    public ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) throws InterruptedException {
        try {
            Path work = Files.createTempDirectory(folder, "project");
            for (ProjectFile file : dispatch.request().files()) {
                Path target = work.resolve(file.path());
                Files.createDirectories(target.getParent());
                Files.write(target, file.content().toByteArray());
            }
            List<StepOutcome> steps = new ArrayList<>();
            for (String step : dispatch.request().steps()) {
                StepOutput output = dispatch.newStepOutput();
                OptionalInt exitCode = ChildProcess.run(
                        new ProcessBuilder("/bin/sh", "-c", step).directory(work.toFile()),
                        dispatch.deadline(),
                        output.stdout(),
                        output.stderr());
                steps.add(new StepOutcome(exitCode.orElseThrow(), false, output));
                if (exitCode.getAsInt() != 0) {
                    break;
                }
            }
            List<Artifact> artifacts = new ArrayList<>();
            for (String artifact : dispatch.request().artifacts()) {
                artifacts.add(new Artifact(artifact, Bytes.copyOf(Files.readAllBytes(work.resolve(artifact)))));
            }
            return new ProjectOutcome(Outcome.COMPLETED, "", false, steps, artifacts, false, NO_WALL);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public BackendSession openSession(SessionOpening opening) {
        events.add("open");
        return new Sum();
    }

    private final class Sum implements BackendSession {
        private int sum;
        private boolean started;

        @Override
        public CellOutcome runCell(Dispatch<CellRequest> dispatch) {
            String code = dispatch.request().code().text();
            events.add(code);
            if (code.equals("fail")) {
                throw new IllegalStateException("asked for");
            }
            boolean first = !started;
            started = true;
            sum += Integer.parseInt(code);
            dispatch.stdout().write((sum + "\n").getBytes(StandardCharsets.UTF_8));
            return new CellOutcome(ProgramOutcome.exited(0, NO_WALL), first, false);
        }

        @Override
        public void close() {
            events.add("close");
            if (cannotClose) {
                throw new IllegalStateException("asked for");
            }
        }
    }

    @Override
    public void close() {
        // holds nothing
    }
}

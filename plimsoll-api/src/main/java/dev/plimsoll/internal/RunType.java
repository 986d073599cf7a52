package dev.plimsoll.internal;

import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.StepResult;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.CellOutcome;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ModuleOutcome;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.StepOutcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How one kind of run is handed to a backend, and how its outcome becomes a result.
 *
 * @param <Q> the request's type
 */
abstract class RunType<Q extends RunRequest> {
    static final RunType<JavaScriptRequest> JAVASCRIPT = new JavaScriptType();
    static final RunType<ProjectRequest> PROJECT = new ProjectType();
    static final RunType<ModuleRequest> MODULE = new ModuleType();

    /** What a backend must not exceed in what it says about an outcome. */
    private static final int MAX_DETAIL_LENGTH = 1024;

    private RunType() {}

    /** Returns what the backend must be able to do for a request. */
    abstract Set<Capability> needs(Q request);

    /** Tells whether a run of this kind can be granted anything: its request digest says so then. */
    boolean takesGrants() {
        return false;
    }

    /** Tells whether a run of this kind can have a fixed clock and seed. */
    boolean canBeDeterministic() {
        return false;
    }

    /**
     * Hands the run over.
     *
     * @throws IllegalStateException if what comes back breaks the contract
     */
    abstract RunResult.Builder<?> call(SandboxBackend backend, Dispatch<Q> dispatch) throws InterruptedException;

    static RunType<CellRequest> cell(BackendSession session) {
        return new CellType(session);
    }

    private static String detail(String detail) {
        if (detail.length() > MAX_DETAIL_LENGTH) {
            throw new IllegalStateException("the outcome's detail is longer than " + MAX_DETAIL_LENGTH);
        }
        return detail;
    }

    /** Takes over what a snippet and a cell have in common. */
    private static <B extends ProgramResult.Builder<B>> B program(
            B builder, ProgramOutcome outcome, Dispatch<?> dispatch) {
        return builder.exitCode(outcome.exitCode())
                .timedOut(outcome.timedOut())
                .memoryExceeded(outcome.memoryExceeded())
                .stdout(dispatch.stdout().toOutput())
                .stderr(dispatch.stderr().toOutput())
                .evidence(outcome.evidence());
    }

    private static final class JavaScriptType extends RunType<JavaScriptRequest> {
        private static final Set<Capability> PLAIN = Set.of(Capability.JAVASCRIPT);

        @Override
        Set<Capability> needs(JavaScriptRequest request) {
            if (!request.isGranted()
                    && !request.captureLastValue()
                    && request.determinism().isEmpty()) {
                return PLAIN;
            }
            Set<Capability> needs = EnumSet.of(Capability.JAVASCRIPT);
            if (request.isGranted()) {
                needs.add(Capability.JAVASCRIPT_GRANT);
            }
            if (request.captureLastValue()) {
                needs.add(Capability.LAST_VALUE);
            }
            if (request.determinism().isPresent()) {
                needs.add(Capability.DETERMINISM);
            }
            return needs;
        }

        @Override
        boolean takesGrants() {
            return true;
        }

        @Override
        boolean canBeDeterministic() {
            return true;
        }

        @Override
        RunResult.Builder<?> call(SandboxBackend backend, Dispatch<JavaScriptRequest> dispatch)
                throws InterruptedException {
            ProgramOutcome outcome = backend.runJavaScript(dispatch);
            return program(JavaScriptResult.builder(), outcome, dispatch)
                    .lastValue(outcome.lastValue().orElse(null));
        }
    }

    private static final class ProjectType extends RunType<ProjectRequest> {
        @Override
        Set<Capability> needs(ProjectRequest request) {
            Set<Capability> needs = EnumSet.of(Capability.PROJECT);
            if (request.isGranted()) {
                needs.add(Capability.PROJECT_GRANT);
            }
            if (request.determinism().isPresent()) {
                needs.add(Capability.DETERMINISM);
            }
            return needs;
        }

        @Override
        boolean takesGrants() {
            return true;
        }

        @Override
        boolean canBeDeterministic() {
            return true;
        }

        @Override
        RunResult.Builder<?> call(SandboxBackend backend, Dispatch<ProjectRequest> dispatch)
                throws InterruptedException {
            ProjectOutcome outcome = backend.runProject(dispatch);
            return ProjectResult.builder()
                    .outcome(outcome.outcome(), detail(outcome.detail()))
                    .memoryExceeded(outcome.memoryExceeded())
                    .steps(steps(dispatch.request(), outcome.steps()))
                    .artifacts(artifacts(dispatch, outcome.artifacts()), outcome.artifactsTruncated())
                    .evidence(outcome.evidence());
        }

        private static List<StepResult> steps(ProjectRequest request, List<StepOutcome> outcomes) {
            if (outcomes.size() > request.steps().size()) {
                throw new IllegalStateException("more steps came back than were asked for");
            }
            List<StepResult> steps = new ArrayList<>(outcomes.size());
            for (int i = 0; i < outcomes.size(); i++) {
                StepOutcome outcome = outcomes.get(i);
                steps.add(new StepResult(
                        request.steps().get(i),
                        outcome.exitCode(),
                        outcome.timedOut(),
                        outcome.output().stdout().toOutput(),
                        outcome.output().stderr().toOutput()));
            }
            return steps;
        }

        private static List<Artifact> artifacts(Dispatch<ProjectRequest> dispatch, List<Artifact> artifacts) {
            List<String> expected = new ArrayList<>(dispatch.request().artifacts());
            long bytes = 0;
            for (Artifact artifact : artifacts) {
                if (!expected.remove(artifact.path())) {
                    throw new IllegalStateException("an artifact came back that was not asked for, or twice");
                }
                bytes += artifact.content().length();
            }
            if (bytes > dispatch.limits().artifactBytes()) {
                throw new IllegalStateException("the artifacts are larger than the budget");
            }
            return artifacts;
        }
    }

    private static final class ModuleType extends RunType<ModuleRequest> {
        private static final Set<Capability> NEEDS = Set.of(Capability.MODULE);

        @Override
        Set<Capability> needs(ModuleRequest request) {
            return NEEDS;
        }

        @Override
        RunResult.Builder<?> call(SandboxBackend backend, Dispatch<ModuleRequest> dispatch)
                throws InterruptedException {
            ModuleOutcome outcome = backend.runModule(dispatch);
            if (outcome.runs().size() > dispatch.request().rows().size()) {
                throw new IllegalStateException("more rows came back than were asked for");
            }
            return ModuleResult.builder()
                    .outcome(outcome.outcome(), detail(outcome.detail()))
                    .width(outcome.width())
                    .stdout(dispatch.stdout().toOutput())
                    .stderr(dispatch.stderr().toOutput())
                    .runs(outcome.runs())
                    .evidence(outcome.evidence());
        }
    }

    private static final class CellType extends RunType<CellRequest> {
        private static final Set<Capability> NEEDS = Set.of(Capability.SESSION);
        private final BackendSession session;

        CellType(BackendSession session) {
            this.session = session;
        }

        @Override
        Set<Capability> needs(CellRequest request) {
            return NEEDS;
        }

        @Override
        RunResult.Builder<?> call(SandboxBackend backend, Dispatch<CellRequest> dispatch) throws InterruptedException {
            CellOutcome outcome = session.runCell(dispatch);
            return program(CellResult.builder(), outcome.program(), dispatch)
                    .interpreter(outcome.interpreterStarted(), outcome.interpreterEnded());
        }
    }
}

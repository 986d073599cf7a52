package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.CellOutcome;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.OutputSink;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.spi.SessionOpening;
import dev.plimsoll.spi.SmokeReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Each provider breaks the contract in one way, and the test that is there for it says so. */
class BrokenProviderTests {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static Supplier<SandboxProvider> broken = LineProvider::new;

    /** Run by the test kit only: it is no test class of its own. */
    static final class Contract extends SandboxProviderContract {
        @Override
        protected SandboxProvider provider() {
            return broken.get();
        }

        @Override
        protected Isolation isolation() {
            return Isolation.PROCESS;
        }

        @Override
        protected GuestCode guest() {
            return new LineGuestCode();
        }

        /** What a provider offers it also declares, except where that is what is broken. */
        @Override
        protected Set<Capability> capabilities() {
            return broken.get() instanceof Declaring declaring ? declaring.declared : super.capabilities();
        }

        @Override
        protected boolean foundByServiceLoader() {
            return broken.get() instanceof Published;
        }
    }

    /** Offers and declares more than snippets. */
    private static class Declaring extends LineProvider {
        private final Set<Capability> declared;

        Declaring(Capability more) {
            this.declared = Set.of(Capability.JAVASCRIPT, more);
        }

        @Override
        public Set<Capability> capabilities() {
            return declared;
        }
    }

    /** Is said to be published. */
    private static final class Published extends LineProvider {}

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenProviders")
    void isCaughtByTheTestForIt(String test, Supplier<SandboxProvider> provider) {
        broken = provider;
        var events = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Contract.class, test))
                .execute()
                .testEvents();
        assertThat(events.started().count()).as("tests named %s", test).isEqualTo(1);
        assertThat(events.failed().count()).as("failures of %s", test).isEqualTo(1);
    }

    @Test
    void theProviderThatTheyAreMadeOfPasses() {
        broken = LineProvider::new;
        var events = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Contract.class))
                .execute()
                .testEvents();
        assertThat(events.failed().list()).extracting(Event::toString).isEmpty();
        assertThat(events.succeeded().count()).isGreaterThan(25);
    }

    static Stream<Arguments> brokenProviders() {
        return Stream.of(
                broken("idIsWellFormedAndConstant", () -> new LineProvider() {
                    private final String id = "line-" + COUNT.incrementAndGet();

                    @Override
                    public String id() {
                        return id;
                    }
                }),
                broken("isBuiltForThisSpiVersion", () -> new LineProvider() {
                    @Override
                    public int spiVersion() {
                        return 0;
                    }
                }),
                broken("isFoundByServiceLoaderAsDeclared", Published::new),
                broken("statesTheDeclaredEvidence", () -> new LineProvider() {
                    @Override
                    public Evidence evidence() {
                        return Evidence.of(Isolation.VM, "boasting");
                    }
                }),
                broken("offersTheDeclaredCapabilities", () -> new LineProvider() {
                    @Override
                    public Set<Capability> capabilities() {
                        return Set.of(Capability.JAVASCRIPT, Capability.PROJECT);
                    }
                }),
                broken("refusesWhatItDoesNotDo", () -> new LineProvider() {
                    @Override
                    public Set<Capability> capabilities() {
                        return Set.of(Capability.JAVASCRIPT, Capability.LAST_VALUE);
                    }
                }),
                broken("smokeTestPasses", () -> new LineProvider() {
                    @Override
                    public SmokeReport smokeTest() {
                        return SmokeReport.builder()
                                .check("no network", false, "reached")
                                .build();
                    }
                }),
                broken("refusesAnOptionItDoesNotKnow", () -> new LineProvider() {
                    @Override
                    public SandboxBackend create(ProviderOptions options) {
                        options.text("no-such-option");
                        return this;
                    }
                }),
                broken("resultsCarryTheStatedEvidence", () -> new LineProvider() {
                    @Override
                    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) {
                        return ProgramOutcome.exited(0, Evidence.of(Isolation.NONE, "weaker"));
                    }
                }),
                broken("meetsEveryFloorUpToItsTier", () -> new LineProvider() {
                    @Override
                    public Evidence evidence() {
                        return Evidence.of(Isolation.NONE, "line-1");
                    }
                }),
                broken("aClosedBackendRefusesWithThisRunsMark", () -> new LineProvider() {
                    @Override
                    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) {
                        throw new NotDispatchedException(RefusalReason.CAPACITY, "closed", null, null);
                    }
                }),
                broken("aClosedBackendRefusesWithThisRunsMark", () -> new LineProvider() {
                    @Override
                    public void close() {
                        // goes on running
                    }
                }),
                broken("closingABackendTwiceDoesNothing", () -> new LineProvider() {
                    private int closes;

                    @Override
                    public void close() {
                        if (++closes > 1) {
                            throw new IllegalStateException("closed already");
                        }
                    }
                }),
                broken("standardOutputComesBack", () -> new LineProvider() {
                    @Override
                    void write(OutputSink sink, byte[] bytes) {
                        sink.write((new String(bytes, StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                }),
                broken("standardErrorComesBackApart", () -> new LineProvider() {
                    @Override
                    OutputSink stderr(Dispatch<JavaScriptRequest> dispatch) {
                        return dispatch.stdout();
                    }
                }),
                broken("binaryOutputSurvives", () -> new LineProvider() {
                    @Override
                    void write(OutputSink sink, byte[] bytes) {
                        sink.write(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
                    }
                }),
                broken("unicodeSurvives", () -> new LineProvider() {
                    @Override
                    void write(OutputSink sink, byte[] bytes) {
                        sink.write(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.US_ASCII));
                    }
                }),
                broken("theExitCodeIsTheGuests", () -> new LineProvider() {
                    @Override
                    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) {
                        return ProgramOutcome.exited(0, evidence());
                    }
                }),
                broken("anUncaughtErrorIsAResult", () -> new LineProvider() {
                    @Override
                    ProgramOutcome uncaught() {
                        throw new IllegalStateException("the guest failed");
                    }
                }),
                broken("noStateSurvivesARun", () -> new LineProvider() {
                    private int runs;

                    @Override
                    String trace() {
                        return runs++ == 0 ? "fresh" : "stale";
                    }
                }),
                broken("theOutputCapCutsAtTheByte", () -> new LineProvider() {
                    @Override
                    void write(OutputSink sink, byte[] bytes) {
                        sink.write(bytes, 0, bytes.length - 1);
                    }
                }),
                broken("aFloodIsDrainedPastTheCap", () -> new LineProvider() {
                    @Override
                    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch)
                            throws InterruptedException {
                        ProgramOutcome outcome = super.runJavaScript(dispatch);
                        return dispatch.stdout().isFull() ? ProgramOutcome.exited(141, evidence()) : outcome;
                    }
                }),
                broken("aDeadlineEndsAnEndlessLoop", () -> new LineProvider() {
                    @Override
                    ProgramOutcome loop(Dispatch<JavaScriptRequest> dispatch) {
                        return ProgramOutcome.exited(124, evidence());
                    }
                }),
                broken("anInterruptEndsARun", () -> new LineProvider() {
                    @Override
                    ProgramOutcome loop(Dispatch<JavaScriptRequest> dispatch) {
                        while (!Thread.interrupted()) {
                            Thread.onSpinWait();
                        }
                        return ProgramOutcome.exited(0, evidence());
                    }
                }),
                broken("concurrentRunsDoNotMix", MixingProvider::new),
                broken("deterministicRunsHaveOneDigestIfDeclared", () -> new Declaring(Capability.DETERMINISM) {
                    @Override
                    String clockAndRandom() {
                        return "random " + COUNT.incrementAndGet();
                    }
                }),
                broken("deterministicRunsHaveOneDigestIfDeclared", () -> new Declaring(Capability.DETERMINISM) {
                    @Override
                    String clockAndRandom() {
                        return "the same for every seed";
                    }
                }),
                broken("theLastValueComesBackIfDeclared", () -> new Declaring(Capability.LAST_VALUE)),
                broken("theLastValueComesBackIfDeclared", () -> new Declaring(Capability.LAST_VALUE) {
                    @Override
                    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch)
                            throws InterruptedException {
                        return super.runJavaScript(dispatch).withLastValue("42");
                    }
                }),
                broken("projectsRunStepByStepIfDeclared", () -> new Declaring(Capability.PROJECT) {
                    @Override
                    public ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) {
                        return new ProjectOutcome(
                                Outcome.COMPLETED, "", false, List.of(), List.of(), false, evidence());
                    }
                }),
                broken("sessionsChainTheirReceiptsIfDeclared", () -> new Declaring(Capability.SESSION) {
                    @Override
                    public BackendSession openSession(SessionOpening opening) {
                        return new ForgetfulSession(evidence());
                    }
                }),
                broken("noThreadIsLeft", () -> new LineProvider() {
                    @Override
                    ProgramOutcome loop(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
                        CountDownLatch never = new CountDownLatch(1);
                        Thread leak = new Thread(
                                () -> {
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                },
                                "leak");
                        leak.setDaemon(true);
                        leak.start();
                        return super.loop(dispatch);
                    }
                }));
    }

    /** Starts anew with each cell, and prints what the variable never became. */
    private record ForgetfulSession(Evidence evidence) implements BackendSession {
        @Override
        public CellOutcome runCell(Dispatch<CellRequest> dispatch) {
            dispatch.stdout().write("1\n".getBytes(StandardCharsets.UTF_8));
            return new CellOutcome(ProgramOutcome.exited(0, evidence), true, true);
        }

        @Override
        public void close() {}
    }

    /** Gives every run after the first the first one's output. */
    private static final class MixingProvider extends LineProvider {
        private byte[] first = {};

        @Override
        synchronized void write(OutputSink sink, byte[] bytes) {
            if (first.length == 0) {
                first = bytes;
            }
            super.write(sink, first);
        }
    }

    private static Arguments broken(String test, Supplier<SandboxProvider> provider) {
        return arguments(test, provider);
    }
}

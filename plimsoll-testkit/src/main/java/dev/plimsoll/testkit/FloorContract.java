package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.OutcomeUnknownException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.SandboxBackend;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Below the floor nothing runs, and "nothing ran" is never said of a run that may have run. */
abstract class FloorContract extends IdentityContract {
    private static final List<Isolation> FLOORS =
            Stream.of(Isolation.values()).filter(Isolation::isFloor).toList();

    /** For every floor, tier and fault, from a platform thread: below the floor the backend sees no call. */
    @Test
    public final void nothingReachesTheBackendBelowTheFloor() {
        everyFloorTierAndFault();
    }

    /** The same from a virtual thread, where the platform has them; else from a second platform thread. */
    @Test
    public final void nothingReachesTheBackendBelowTheFloorFromAVirtualThread() throws InterruptedException {
        ContractThreads.runOnVirtualThread(this::everyFloorTierAndFault);
    }

    private void everyFloorTierAndFault() {
        for (Isolation tier : Isolation.values()) {
            for (RunFault fault : RunFault.values()) {
                ObservedProvider observed = observed(tier, fault);
                try (Sandbox sandbox = open(observed, builder -> {})) {
                    FLOORS.forEach(floor -> floorHolds(sandbox, observed, tier, floor, fault));
                }
            }
        }
    }

    private void floorHolds(
            Sandbox sandbox, ObservedProvider observed, Isolation tier, Isolation floor, RunFault fault) {
        int before = observed.calls.get();
        Throwable thrown = catchThrowable(() ->
                sandbox.runJavaScript(request(guest().print("x")).floor(floor).build()));
        boolean reached = observed.calls.get() > before;
        assertThat(reached)
                .as("floor %s, tier %s, fault %s: the backend was called", floor, tier, fault)
                .isEqualTo(tier.meets(floor));
        if (!reached) {
            assertThat(thrown)
                    .as("floor %s, tier %s, fault %s", floor, tier, fault)
                    .isInstanceOf(InsufficientIsolationException.class);
        } else {
            assertThat(thrown instanceof NotDispatchedException)
                    .as("floor %s, tier %s, fault %s: said that nothing ran", floor, tier, fault)
                    .isFalse();
        }
    }

    /** The provider's own tier meets every floor up to it, in a real run. */
    @Test
    public final void meetsEveryFloorUpToItsTier() {
        Sandbox sandbox = open();
        for (Isolation floor : FLOORS) {
            var floored = request(guest().print("x")).floor(floor).build();
            if (isolation().meets(floor)) {
                assertThat(sandbox.runJavaScript(floored).isolation())
                        .as("the isolation of a run with the floor %s", floor)
                        .isEqualTo(isolation());
            } else {
                assertThatExceptionOfType(InsufficientIsolationException.class)
                        .as("a run with the floor %s", floor)
                        .isThrownBy(() -> sandbox.runJavaScript(floored));
            }
        }
    }

    /** A "not dispatched" mark without this run's id, with another's, or after output, never counts. */
    @Test
    public final void aForgedMarkNeverCounts() {
        for (RunFault fault :
                List.of(RunFault.MARK_WITHOUT_ID, RunFault.MARK_WITH_FOREIGN_ID, RunFault.MARK_AFTER_OUTPUT)) {
            Sandbox sandbox = open(observed(null, fault), builder -> {});
            assertThatExceptionOfType(OutcomeUnknownException.class)
                    .as("fault %s", fault)
                    .isThrownBy(() ->
                            sandbox.runJavaScript(request(guest().print("x")).build()));
        }
    }

    /** A backend that was closed runs nothing; if it says so with a mark, the mark is this run's. */
    @Test
    public final void aClosedBackendRefusesWithThisRunsMark() {
        SandboxBackend backend = newBackend();
        backend.close();
        Dispatch<JavaScriptRequest> dispatch = newDispatch(guest().print("ran"));
        Throwable thrown = catchThrowable(() -> backend.runJavaScript(dispatch));
        assertThat(thrown).as("what a closed backend throws").isNotNull();
        assertThat(dispatch.hasOutput()).as("output from a closed backend").isFalse();
        if (thrown instanceof NotDispatchedException refusal) {
            assertThat(refusal.requestId())
                    .as("the id in the refusal; make it with Dispatch.refusal")
                    .contains(dispatch.requestId());
        }
    }

    /** A backend's {@code close} may be called again, and does nothing then. */
    @Test
    public final void closingABackendTwiceDoesNothing() {
        SandboxBackend backend = newBackend();
        backend.close();
        assertThat(catchThrowable(backend::close))
                .as("what the second close throws")
                .isNull();
    }
}

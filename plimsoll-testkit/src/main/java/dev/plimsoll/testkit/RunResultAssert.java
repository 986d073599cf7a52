package dev.plimsoll.testkit;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about any result.
 *
 * @param <S> the assertions' own type
 * @param <R> the result's type
 * @since 0.1
 */
public abstract class RunResultAssert<S extends RunResultAssert<S, R>, R extends RunResult>
        extends AbstractAssert<S, R> {
    RunResultAssert(R actual, Class<?> selfType) {
        super(actual, selfType);
    }

    /** Verifies that the wall around the run was exactly this one. */
    public final S ranBehind(Isolation isolation) {
        isNotNull();
        if (actual.isolation() != isolation) {
            failWithMessage("expected a run behind %s, it ran behind %s", isolation.text(), actual.isolation());
        }
        return myself;
    }

    /** Verifies that the wall around the run was at least this one. */
    public final S ranAtLeastBehind(Isolation floor) {
        isNotNull();
        if (!actual.isolation().meets(floor)) {
            failWithMessage("expected a run behind %s or more, it ran behind %s", floor.text(), actual.isolation());
        }
        return myself;
    }

    /** Verifies that the receipt is that of this request and this result, unchanged. */
    public final S hasValidReceiptFor(RunRequest request) {
        isNotNull();
        try {
            Receipts.check(request, actual);
        } catch (ReceiptMismatchException e) {
            failWithMessage("expected a valid receipt, but at %s: %s", e.field(), e.getMessage());
        }
        return myself;
    }
}

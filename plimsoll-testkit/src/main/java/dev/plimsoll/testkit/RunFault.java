package dev.plimsoll.testkit;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;

/** What a backend may do wrong once it has a run. */
enum RunFault {
    NO_FAULT {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            return ProgramOutcome.exited(0, evidence);
        }
    },
    RUNTIME_EXCEPTION {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            throw new IllegalStateException("a fault that the contract test made");
        }
    },
    ERROR {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            throw new LinkageError("a fault that the contract test made");
        }
    },
    MARK_WITHOUT_ID {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            throw new NotDispatchedException(RefusalReason.CAPACITY, "a mark without an id", null, null);
        }
    },
    MARK_WITH_FOREIGN_ID {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            RequestId own = dispatch.requestId();
            RequestId foreign = new RequestId(own.high(), own.low() + 1);
            throw new NotDispatchedException(RefusalReason.CAPACITY, "a mark with a foreign id", foreign, null);
        }
    },
    MARK_AFTER_OUTPUT {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            dispatch.stdout().write(new byte[] {'x'});
            throw dispatch.refusal(RefusalReason.CAPACITY, "a mark after output", null);
        }
    },
    WEAKER_EVIDENCE {
        @Override
        ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
            return ProgramOutcome.exited(0, Evidence.of(Isolation.UNKNOWN, "weaker"));
        }
    };

    abstract ProgramOutcome strike(Dispatch<JavaScriptRequest> dispatch, Evidence evidence);
}

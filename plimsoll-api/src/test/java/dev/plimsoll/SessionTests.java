package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.SandboxAtCapacityException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTests {
    private static final CellRequest CELL = CellRequest.of("python", "6*7");

    private final FakeProvider fake = new FakeProvider();

    @Test
    void chainsTheReceiptsOfItsCells() {
        List<RunRecord> records = new ArrayList<>();
        try (Sandbox sandbox = fake.open();
                SandboxSession session = sandbox.openSession("python")) {
            for (int i = 0; i < 3; i++) {
                CellResult result = session.runCell(CELL);
                Receipts.check(CELL, result);
                assertThat(result.interpreterStarted()).isEqualTo(i == 0);
                assertThat(result.record().session()).isEqualTo(session.fingerprint());
                records.add(result.record());
            }
        }
        Receipts.checkChain(records);
        assertThat(fake.sessionCloses).hasValue(1);
    }

    @Test
    void holdsASlotUntilItIsClosed() {
        try (Sandbox sandbox =
                fake.builder().concurrency(1).admissionWait(Duration.ZERO).open()) {
            SandboxSession session = sandbox.openSession("python");
            assertThatExceptionOfType(SandboxAtCapacityException.class).isThrownBy(() -> sandbox.runJavaScript("1"));
            session.runCell(CELL);
            session.close();
            session.close();
            assertThat(sandbox.runJavaScript("1").exitCode()).isZero();
            assertThatExceptionOfType(SandboxClosedException.class).isThrownBy(() -> session.runCell(CELL));
        }
        assertThat(fake.sessionCloses).hasValue(1);
    }

    @Test
    void endsWithItsSandbox() {
        Sandbox sandbox = fake.open();
        SandboxSession session = sandbox.openSession("python");
        sandbox.close();
        assertThat(fake.sessionCloses).hasValue(1);
        assertThatExceptionOfType(SandboxClosedException.class).isThrownBy(() -> session.runCell(CELL));
    }

    @Test
    void isNotOpenedBelowTheFloorOrOutOfBounds() {
        try (Sandbox sandbox = fake.builder().floor(Isolation.VM).open()) {
            assertThatExceptionOfType(InsufficientIsolationException.class)
                    .isThrownBy(() -> sandbox.openSession("python"));
        }
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> sandbox.openSession("Py thon"));
            assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> sandbox.openSession("python", 1));
        }
    }

    @Test
    void refusesCellsThatItCannotRunAsAsked() {
        try (Sandbox sandbox = fake.open();
                SandboxSession session = sandbox.openSession("python")) {
            List<CellRequest> cells = List.of(
                    CellRequest.of("ruby", "1"),
                    CellRequest.builder("python", "1").grantProfile("p").build(),
                    CellRequest.builder("python", "1")
                            .deterministic(Determinism.of(Instant.EPOCH, 1))
                            .build());
            for (CellRequest cell : cells) {
                assertThatExceptionOfType(UnsupportedRunException.class).isThrownBy(() -> session.runCell(cell));
            }
        }
        assertThat(fake.runs).hasValue(0);
    }
}

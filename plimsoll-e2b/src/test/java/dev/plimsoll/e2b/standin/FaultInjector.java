package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Lets the planned faults happen to single requests. */
final class FaultInjector {
    private static final int CHUNK_BYTES = 64 << 10;

    private final FaultPlan plan;
    private final Fleet fleet;

    FaultInjector(FaultPlan plan, Fleet fleet) {
        this.plan = plan;
        this.fleet = fleet;
    }

    /** Lets a fault happen before or in place of an answer; true when the request has had its answer. */
    boolean strike(Stage stage, Exchange exchange, Optional<MicroVm> vm) throws IOException {
        Optional<Fault> fault = plan.take(stage);
        return fault.isPresent() && strike(fault.get(), exchange, vm);
    }

    private boolean strike(Fault fault, Exchange exchange, Optional<MicroVm> vm) throws IOException {
        if (fault instanceof Fault.Status status) {
            status.headers().forEach(exchange::setHeader);
            exchange.answer(status.status(), status.body());
        } else if (fault instanceof Fault.Garbage garbage) {
            exchange.setHeader("Content-Type", "application/json");
            exchange.answer(200, garbage.bytes().toByteArray());
        } else if (fault instanceof Fault.Giant giant) {
            exhaust(exchange.stream(200, "application/json"), giant.announced());
        } else {
            return !goesOn(fault, exchange, vm);
        }
        return true;
    }

    /** Lets a fault happen in the middle of a stream; true when the stream is at its end. */
    boolean strike(Stage stage, Exchange exchange, EventStream stream, MicroVm vm) throws IOException {
        Optional<Fault> planned = plan.take(stage);
        if (planned.isEmpty()) {
            return false;
        }
        Fault fault = planned.get();
        if (fault instanceof Fault.StreamError error) {
            stream.end(error.error());
        } else if (fault instanceof Fault.NoLastFrame) {
            stream.endWithoutFrame();
        } else if (fault instanceof Fault.Garbage garbage) {
            stream.raw(garbage.bytes().toByteArray());
            stream.endWithoutFrame();
        } else if (fault instanceof Fault.Giant giant) {
            stream.header(0, (int) giant.announced());
            exhaust(stream.out(), giant.announced());
        } else {
            return !goesOn(fault, exchange, Optional.of(vm));
        }
        return true;
    }

    /** What is the same everywhere. True when the proper answer is still to come. */
    private boolean goesOn(Fault fault, Exchange exchange, Optional<MicroVm> vm) throws IOException {
        if (fault instanceof Fault.Slow slow) {
            await(exchange, slow.delay().toMillis());
        } else if (fault instanceof Fault.News) {
            exchange.addNews();
        } else if (fault instanceof Fault.Vanish) {
            fleet.kill(vm.orElseThrow(() -> new IllegalStateException("no microVM to vanish at this stage"))
                    .id());
        } else if (fault instanceof Fault.Drop) {
            throw new ConnectionDroppedException("on command");
        } else if (fault instanceof Fault.Silence) {
            await(exchange, Long.MAX_VALUE);
            throw new ConnectionDroppedException("silent until the end");
        } else {
            throw new IllegalStateException(fault + " does not fit this stage");
        }
        return true;
    }

    private static void await(Exchange exchange, long millis) throws IOException {
        try {
            if (exchange.serverClosed().await(millis, TimeUnit.MILLISECONDS)) {
                throw new ConnectionDroppedException("the stand-in has closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionDroppedException("interrupted");
        }
    }

    /** Sends that many bytes, if the reader lets it. */
    private static void exhaust(OutputStream out, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        Arrays.fill(chunk, (byte) ' ');
        for (long left = bytes; left > 0; left -= chunk.length) {
            out.write(chunk, 0, (int) Math.min(left, chunk.length));
        }
        out.close();
    }
}

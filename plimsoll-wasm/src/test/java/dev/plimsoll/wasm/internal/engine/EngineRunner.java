package dev.plimsoll.wasm.internal.engine;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Runs a source to its end on a thread as guests have, with a fixed clock and fixed randomness. */
final class EngineRunner {
    private final EngineTemplate template;
    private final long memoryBytes;
    private final long deadlineMillis;

    EngineRunner(EngineTemplate template, long memoryBytes, long deadlineMillis) {
        this.template = template;
        this.memoryBytes = memoryBytes;
        this.deadlineMillis = deadlineMillis;
    }

    /** A host for a run that is never started. */
    static EngineHost idleHost() {
        return new Host(0);
    }

    /** A host for a memory without an engine; no deadline comes. */
    static EngineHost hostWithTime() {
        return new Host(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
    }

    /** A host for a memory without an engine, whose run is over after it was asked so many times. */
    static EngineHost hostOverAfter(int questions) {
        return new Host(0) {
            private int asked;

            @Override
            public boolean isOver() {
                return ++asked > questions;
            }
        };
    }

    /** What a run came to. */
    record Outcome(int status, int exitCode, String stdout, String stderr, String lastValue) {}

    Outcome run(String source) {
        var host = new Host(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis));
        var outcome = new Outcome[1];
        var thread = new Thread(null, () -> outcome[0] = runHere(source, host), "guest", EngineTemplate.STACK_BYTES);
        thread.start();
        try {
            thread.join(deadlineMillis + 20);
            if (thread.isAlive() && host.instance != null) {
                host.instance.stop();
            }
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return outcome[0];
    }

    private Outcome runHere(String source, Host host) {
        try (EngineInstance instance = template.newInstance(host, memoryBytes)) {
            host.instance = instance;
            int status = instance.eval(source.getBytes(StandardCharsets.UTF_8), null, true);
            while (status == EngineStatus.GO_ON) {
                double millis = instance.nextTimer();
                if (instance.status() != EngineStatus.GO_ON) {
                    status = instance.status();
                } else if (millis < 0) {
                    status = instance.finish();
                } else {
                    // no waiting: the guest's clock is moved on
                    host.clock += (long) (millis * 1_000_000) + 1;
                    status = instance.runTimers();
                }
            }
            return new Outcome(
                    status,
                    status == EngineStatus.ENDED ? instance.exitCode() : -1,
                    host.text(1),
                    host.text(2),
                    host.text(3));
        }
    }

    private static class Host implements EngineHost {
        private final ByteArrayOutputStream[] streams = {
            new ByteArrayOutputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream()
        };
        private final long deadline;
        private long clock;
        private volatile EngineInstance instance;

        Host(long deadline) {
            this.deadline = deadline;
        }

        String text(int stream) {
            return streams[stream - 1].toString(StandardCharsets.UTF_8);
        }

        @Override
        public void write(int stream, byte[] source, int offset, int length) {
            if (stream >= 1 && stream <= 3 && streams[stream - 1].size() < 1 << 20) {
                streams[stream - 1].write(source, offset, length);
            }
        }

        @Override
        public boolean isOver() {
            return System.nanoTime() - deadline > 0;
        }

        @Override
        public long wallClock() {
            return 1_700_000_000_000_000_000L + clock;
        }

        @Override
        public long runClock() {
            return clock;
        }

        @Override
        public void random(byte[] target, int offset, int length) {
            Arrays.fill(target, offset, offset + length, (byte) 7);
        }

        @Override
        public boolean call(int id, byte[] envelope) {
            return false;
        }
    }
}

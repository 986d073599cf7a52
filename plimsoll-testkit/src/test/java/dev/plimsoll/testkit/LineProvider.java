package dev.plimsoll.testkit;

import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.OutputSink;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;

/** A correct provider for a language of one command; the broken providers differ from it in one thing each. */
class LineProvider implements SandboxProvider, SandboxBackend {
    private volatile boolean closed;

    @Override
    public String id() {
        return "line";
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
        return Evidence.of(Isolation.PROCESS, "line-1");
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.JAVASCRIPT);
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        if (closed) {
            throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran: the provider is closed", null);
        }
        String[] command = dispatch.request().code().text().split(" ", 2);
        switch (command[0]) {
            case "out" -> write(dispatch.stdout(), HexFormat.of().parseHex(command[1]));
            case "err" -> write(stderr(dispatch), HexFormat.of().parseHex(command[1]));
            case "flood" -> {
                for (int left = Integer.parseInt(command[1]); left > 0; left -= 1024) {
                    dispatch.stdout().write(new byte[Math.min(left, 1024)]);
                }
            }
            case "exit" -> {
                return ProgramOutcome.exited(Integer.parseInt(command[1]), evidence());
            }
            case "fail" -> {
                write(dispatch.stderr(), command[1].getBytes(StandardCharsets.UTF_8));
                return uncaught();
            }
            case "loop" -> {
                return loop(dispatch);
            }
            case "clock" -> write(dispatch.stdout(), clockAndRandom().getBytes(StandardCharsets.UTF_8));
            case "trace" -> write(dispatch.stdout(), trace().getBytes(StandardCharsets.UTF_8));
            default -> throw new IllegalStateException("no such command");
        }
        return ProgramOutcome.exited(0, evidence());
    }

    void write(OutputSink sink, byte[] bytes) {
        sink.write(bytes);
    }

    OutputSink stderr(Dispatch<JavaScriptRequest> dispatch) {
        return dispatch.stderr();
    }

    String clockAndRandom() {
        throw new IllegalStateException("the language has neither");
    }

    ProgramOutcome uncaught() {
        return ProgramOutcome.exited(1, evidence());
    }

    String trace() {
        return "fresh";
    }

    ProgramOutcome loop(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        while (!dispatch.deadline().isExpired()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
        return ProgramOutcome.timedOut(evidence());
    }

    @Override
    public void close() {
        closed = true;
    }
}

package dev.plimsoll.examples.provider;

import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.ChildProcess;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.util.Set;

/** Runs snippets with the system's shell, in a process without any wall, and says so: no request with a floor runs. */
public final class ShellProvider implements SandboxProvider, SandboxBackend {
    private static final Evidence NO_WALL = Evidence.of(Isolation.NONE, "shell");

    private volatile boolean closed;

    @Override
    public String id() {
        return "shell";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return new ShellProvider();
    }

    @Override
    public Evidence evidence() {
        return NO_WALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.JAVASCRIPT); // a snippet; that its language is another one is the caller's to know
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        if (closed) {
            throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran: the provider is closed", null);
        }
        ProcessBuilder shell =
                new ProcessBuilder("/bin/sh", "-c", dispatch.request().code().text());
        shell.environment().clear(); // the application's variables may hold credentials
        return ChildProcess.run(shell, dispatch, NO_WALL); // at its end, nothing of the run is left
    }

    @Override
    public void close() {
        closed = true;
    }
}

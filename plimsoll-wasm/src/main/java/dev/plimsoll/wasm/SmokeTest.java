package dev.plimsoll.wasm;

import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SmokeReport;
import java.time.Duration;

/** Tries from inside that the wall holds: nothing of the host is in sight, memory and time are bounded. */
final class SmokeTest {
    /** Long enough for a cold engine on a busy machine; a healthy one needs milliseconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration LOOP_BUDGET = Duration.ofMillis(2);
    private static final String LOOK_AROUND = "let f = [];"
            + "for (const n of ['Java','Packages','Polyglot','std','os','bjson','WebAssembly','Worker','fetch',"
            + "'XMLHttpRequest','WebSocket','importScripts','load','print','native'])"
            + " if (typeof globalThis[n] !== 'undefined') f.push(n);"
            + "let m = 'given'; try { new Uint8Array(2 ** 31 - 1); } catch { m = 'refused'; }"
            + "console.log('in sight: ' + (f.join() || 'nothing') + '; 2 GiB of memory: ' + m);";

    private final WasmBackend backend;
    private final long memoryBytes;

    SmokeTest(WasmBackend backend, long memoryBytes) {
        this.backend = backend;
        this.memoryBytes = memoryBytes;
    }

    SmokeReport run() throws InterruptedException {
        Dispatch<JavaScriptRequest> look = dispatch(LOOK_AROUND, PATIENCE);
        ProgramOutcome looked = backend.runJavaScript(look);
        String seen = look.stdout().toOutput().text().strip();
        String detail = "exit code " + looked.exitCode() + "; " + seen;
        Dispatch<JavaScriptRequest> loop = dispatch("for (;;) {}", LOOP_BUDGET);
        ProgramOutcome looped = backend.runJavaScript(loop);
        return SmokeReport.builder()
                .check("code runs", looked.exitCode() == 0, detail)
                .check("nothing of the host is in sight", seen.startsWith("in sight: nothing;"), detail)
                .check("memory is bounded", seen.endsWith(" refused"), detail)
                .check("an endless loop ends at its deadline", looped.timedOut(), "exit code " + looped.exitCode())
                .build();
    }

    private Dispatch<JavaScriptRequest> dispatch(String code, Duration budget) {
        return new Dispatch<>(
                JavaScriptRequest.of(code),
                new RequestId(0, 0),
                Deadline.after(budget),
                new RunLimits(memoryBytes, 1024, 0, 1),
                null);
    }
}

package dev.plimsoll.wasm;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Fifty callers at once, each with a run of 4 MiB. {@link SmallHeapTests} launches it with a small heap. */
final class SmallHeapApplication {
    private static final int CALLERS = 50;
    private static final int ROUNDS = 3;
    private static final long MEMORY = 4 << 20;

    /** Keeps the memory while others run. */
    private static final String CODE =
            "const a=new Uint8Array(1<<20).fill(SEED);await new Promise(r=>setTimeout(r,20));"
                    + "let n=0;for(let i=0;i<a.length;i+=4096)n+=a[i];console.log(n)";

    private SmallHeapApplication() {}

    /** Prints how many of the runs were right, and what the others came to. */
    public static void main(String[] args) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        int right = 0;
        try (Sandbox sandbox =
                Sandbox.builder().provider("wasm").concurrency(CALLERS).open()) {
            List<Future<Boolean>> runs = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int seed = i;
                runs.add(callers.submit(() -> {
                    start.await();
                    boolean isRight = true;
                    for (int round = 0; round < ROUNDS; round++) {
                        isRight &= isRight(sandbox, seed);
                    }
                    return isRight;
                }));
            }
            for (Future<Boolean> run : runs) {
                right += run.get() ? 1 : 0;
            }
        }
        callers.shutdown();
        System.out.println(right + " of " + CALLERS);
    }

    private static boolean isRight(Sandbox sandbox, int seed) {
        JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder(CODE.replace("SEED", "" + seed))
                .memoryBytes(MEMORY)
                .build());
        boolean isRight = result.exitCode() == 0 && result.stdoutText().equals(256 * seed + "\n");
        if (!isRight) {
            System.out.println(result.exitCode() + " " + result.stdoutText() + result.stderrText());
        }
        return isRight;
    }
}

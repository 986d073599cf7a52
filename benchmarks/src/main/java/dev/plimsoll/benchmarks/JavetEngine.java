package dev.plimsoll.benchmarks;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;

/** V8 in this process through JNI, a fresh isolate in each run. */
final class JavetEngine implements JavaScriptEngine {
    @Override
    public String run(String source) {
        try (V8Runtime runtime = V8Host.getV8Instance().createV8Runtime()) {
            return String.valueOf(runtime.getExecutor(source).executeObject().toString());
        } catch (JavetException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        // nothing is shared
    }
}

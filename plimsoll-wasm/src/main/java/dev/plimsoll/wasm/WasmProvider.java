package dev.plimsoll.wasm;

import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;

/**
 * Provides in-process sandboxes of tier {@code process} under the id {@code wasm}. Thread-safe.
 *
 * <p>The wall is WebAssembly's: guest code sees a linear memory of its own and five functions of the host, and each of its
 * memory accesses is checked by the JVM. It shares the application's process, processor and heap, so a fault in the JVM
 * or a side channel is not stopped by it; take a provider of a stronger tier where that matters.
 *
 * <p>Option: {@code warmUp}, {@code true} unless set: trains the engine in the background when the sandbox is opened.
 *
 * @since 0.1
 */
public final class WasmProvider implements SandboxProvider {
    /** The id. */
    public static final String ID = "wasm";

    /** Makes the provider; does nothing else. */
    public WasmProvider() {
        // nothing to do: the engine is loaded when a backend is created
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return new WasmBackend(options.bool("warmUp", true), options.concurrency());
    }
}

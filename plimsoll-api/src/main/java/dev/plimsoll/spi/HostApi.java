package dev.plimsoll.spi;

import dev.plimsoll.run.Bytes;
import java.util.concurrent.CompletableFuture;

/**
 * What a granted run may call, as a backend sees it: it moves envelopes and understands nothing of them.
 *
 * <p>The backend gives the guest one function, {@code hostCall(envelope: string): Promise<string>}, that is in scope of
 * {@link #clientScript()} only, and evaluates that script before the guest's code. The script defines the guest's global.
 * The envelope comes from a hostile place: pass it on as it is, if it is not longer than {@link #maxEnvelopeBytes()}; the
 * broker checks everything. A guest that gets hold of the function gets no further than through the global.
 *
 * <p>Thread-safe. All but {@link #call} is constant, and is asked for once before the run: what fails there is a run that
 * is refused.
 *
 * @since 0.1
 */
public interface HostApi {
    /** Returns the script that defines the guest's global, from a template of the broker's and the grant. */
    String clientScript();

    /** Returns a Python module's source with the same interface, for backends that run Python; empty if there is none. */
    default String pythonModule() {
        return "";
    }

    /** Returns how many bytes an envelope may have; the backend drops a longer one and rejects the guest's promise. */
    int maxEnvelopeBytes();

    /**
     * Starts a call. Does not block.
     *
     * @param envelope JSON text as UTF-8, from the guest
     * @return the reply, JSON text as UTF-8, of at most {@link #maxReplyBytes()}. Never completes exceptionally: what
     *     went wrong is in the reply
     */
    CompletableFuture<Bytes> call(Bytes envelope);

    /** Returns how many bytes a reply may have at most. */
    int maxReplyBytes();
}

package dev.plimsoll.grant;

import java.io.IOException;

/**
 * Makes the credential that the broker uses for one run.
 *
 * <p>Called once a granted run, before anything is dispatched, on the thread that runs. Implementations must be
 * thread-safe, must bound their own waiting, and must honour interruption. Whatever they throw refuses the run
 * ({@code PERMISSION}, nothing ran); their message is not passed on, since it might hold a credential.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TokenMinter {
    /**
     * Makes a credential.
     *
     * @throws IOException if the credential cannot be had now
     * @throws InterruptedException if the run was cancelled meanwhile
     */
    MintedToken mint(MintRequest request) throws IOException, InterruptedException;

    /**
     * Tells whether credentials are bound to a subject. If so, a run without a subject is refused before dispatch and
     * this minter is not called.
     */
    default boolean requiresSubject() {
        return false;
    }
}

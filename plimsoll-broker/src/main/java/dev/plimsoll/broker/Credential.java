package dev.plimsoll.broker;

import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintRequest;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.BrokerOpening;
import java.io.IOException;
import java.time.Instant;

/** The bearer token of one run: minted once, and checked before anything is sent. */
final class Credential {
    /** Servers refuse a header beyond 8 KiB or so; no token is near this. */
    private static final int MAX_CHARACTERS = 16 * 1024;

    /** JSON, and a string in JSON that is JSON itself. */
    private static final int MAX_ESCAPES = 2;

    private final Secret token;

    private Credential(Secret token) {
        this.token = token;
    }

    /**
     * Asks the grant's minter.
     *
     * @throws PermissionRefusedException if there is no usable token; says nothing of what the minter said
     */
    static Credential mint(BrokerOpening opening) throws InterruptedException {
        Grant grant = opening.grant();
        MintRequest request =
                new MintRequest(grant.baseUrl(), grant.routes(), grant.scopes(), opening.budget(), opening.subject());
        MintedToken minted = mint(opening, request);
        Instant now = opening.clock().instant();
        if (minted == null) {
            throw refusal(opening, "the minter made no credential");
        }
        if (minted.expiresAt().filter(expiry -> !expiry.isAfter(now)).isPresent()) {
            throw refusal(opening, "the minter made a credential that has expired");
        }
        if (!isUsable(minted.token().reveal())) {
            throw refusal(
                    opening,
                    "the minter made a credential that is not 1 to " + MAX_CHARACTERS + " printable ASCII characters");
        }
        return new Credential(minted.token());
    }

    private static MintedToken mint(BrokerOpening opening, MintRequest request) throws InterruptedException {
        MintWatch watch = new MintWatch(opening.budget());
        try {
            MintedToken minted = opening.grant().minter().mint(request);
            if (watch.end()) {
                throw overdue(opening);
            }
            return minted;
        } catch (InterruptedException e) {
            if (watch.end()) {
                throw overdue(opening);
            }
            throw e;
        } catch (IOException e) {
            throw refusal(
                    opening,
                    "the minter could not make a credential (" + e.getClass().getName() + ")");
        } finally {
            watch.end();
        }
    }

    private static PermissionRefusedException overdue(BrokerOpening opening) {
        return refusal(opening, "the minter took longer than the whole run may, " + opening.budget());
    }

    /** Anything else could end the header and begin another. */
    private static boolean isUsable(String token) {
        return !token.isEmpty()
                && token.length() <= MAX_CHARACTERS
                && token.chars().allMatch(c -> c >= 0x21 && c <= 0x7E);
    }

    private static PermissionRefusedException refusal(BrokerOpening opening, String why) {
        return new PermissionRefusedException("nothing ran: " + why, opening.requestId());
    }

    /** For the one place that sends it. */
    String authorization() {
        return "Bearer " + token.reveal();
    }

    /**
     * Tells whether a response's text gives the token back, as services do that show a request to its sender: as it is, or
     * escaped as in JSON, also in JSON that is a string within JSON. Other forms are not looked for.
     */
    boolean isIn(String text) {
        String form = text;
        for (int level = 0; level < MAX_ESCAPES; level++) {
            if (form.contains(token.reveal())) {
                return true;
            }
            form = JsonEscapes.undone(form);
        }
        return form.contains(token.reveal());
    }

    @Override
    public String toString() {
        return "Credential[" + token + "]";
    }
}

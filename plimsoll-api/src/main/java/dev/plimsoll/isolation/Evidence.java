package dev.plimsoll.isolation;

import java.util.Objects;

/**
 * States what a provider knows about the wall it runs code behind, now.
 *
 * <p>This is evidence, not attestation: it says what the provider saw, and rests on the provider being honest.
 *
 * @param isolation how strong the wall is
 * @param environment the identity of the environment, such as {@code quickjs-wasm:sha256:<hash>}; printable ASCII
 *     without spaces, at most 512 characters, empty when there is none
 * @param policy the identity of the policy in force; same form, empty when there is none
 * @param softwareIdentity the identity that a software rule is compared with; same form, empty when the provider
 *     cannot state one, and then a run with a software rule is refused
 * @since 0.1
 */
public record Evidence(Isolation isolation, String environment, String policy, String softwareIdentity) {
    /** The most characters that an identity may have: enough for a registry name, a platform and a digest. */
    public static final int MAX_IDENTITY_LENGTH = 512;

    /**
     * Checks the members.
     *
     * @throws IllegalArgumentException if an identity is too long or holds a character outside printable ASCII
     */
    public Evidence {
        Objects.requireNonNull(isolation, "isolation");
        requireIdentity("environment", environment);
        requireIdentity("policy", policy);
        requireIdentity("softwareIdentity", softwareIdentity);
    }

    /** Returns evidence without a policy, whose environment is also its software identity. */
    public static Evidence of(Isolation isolation, String environment) {
        return new Evidence(isolation, environment, "", environment);
    }

    private static void requireIdentity(String name, String text) {
        Objects.requireNonNull(text, name);
        if (text.length() > MAX_IDENTITY_LENGTH) {
            throw new IllegalArgumentException(name + " is longer than " + MAX_IDENTITY_LENGTH + " characters");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
                throw new IllegalArgumentException(name + " holds a character outside printable ASCII at " + i);
            }
        }
    }
}

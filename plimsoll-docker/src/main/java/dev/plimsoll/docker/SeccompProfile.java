package dev.plimsoll.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The system calls that are let through: deny by default. {@code docs/docker.md} says what is denied and why. */
final class SeccompProfile {
    private SeccompProfile() {}

    /** Returns the profile's JSON, as the engine takes it. */
    static String load() {
        try (InputStream in =
                Objects.requireNonNull(SeccompProfile.class.getResourceAsStream("seccomp.json"), "seccomp.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the profile in the jar cannot be read", e);
        }
    }
}

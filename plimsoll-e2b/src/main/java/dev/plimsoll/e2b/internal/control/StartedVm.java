package dev.plimsoll.e2b.internal.control;

import dev.plimsoll.secret.Secret;
import java.util.Optional;

/**
 * A microVM that was created.
 *
 * @param id its id, of {@code [A-Za-z0-9_-]} only
 * @param template the template it started from, empty if unknown
 * @param envdVersion the version of its daemon, empty if unknown
 * @param envdToken what its daemon wants to see
 * @param domain the domain it is reached under, if the control plane says so
 */
public record StartedVm(
        String id, String template, String envdVersion, Optional<Secret> envdToken, Optional<String> domain) {}

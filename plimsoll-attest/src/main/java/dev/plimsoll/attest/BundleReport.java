package dev.plimsoll.attest;

/**
 * What a bundle that holds is.
 *
 * @param bundle the bundle's id, empty when it has no line
 * @param keyId the id of the key that every signature is of
 * @param lines how many lines there are
 * @param runs how many of them are runs
 * @param sessions how many sessions the runs belong to
 * @param closed whether the last line is the bundle's signed end
 * @param tornBytes how many bytes follow the last whole line, as after a crash
 * @param headSha256 the SHA-256 of the last line: it stands for the whole bundle, since each line names the one before
 * @since 0.1
 */
public record BundleReport(
        String bundle,
        String keyId,
        long lines,
        long runs,
        long sessions,
        boolean closed,
        long tornBytes,
        String headSha256) {}

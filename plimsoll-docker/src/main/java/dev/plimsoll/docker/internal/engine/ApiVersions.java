package dev.plimsoll.docker.internal.engine;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the version of the interface that both sides speak: the engine's newest, or ours if that is older.
 *
 * <p>Ours go from 1.41 (Docker 20.10) to 1.52 (Docker 29): all that is used of it means the same in each of them.
 */
final class ApiVersions {
    private static final int MAJOR = 1;
    private static final int OLDEST_MINOR = 41;
    private static final int NEWEST_MINOR = 52;
    private static final Pattern VERSION = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})");

    private ApiVersions() {}

    /**
     * Chooses.
     *
     * @param engine the engine's release, for the message
     * @param newest the engine's newest version, such as {@code 1.41}
     * @param oldest the engine's oldest version; empty if it does not say
     * @throws UnsupportedEngineException if there is no common version; the message names both sides
     */
    static String choose(String engine, String newest, String oldest) {
        int theirNewest = minor(newest)
                .orElseThrow(() -> new UnsupportedEngineException(
                        "the engine names no API version that can be read; is it a Docker engine?"));
        int theirOldest = minor(oldest).orElse(0);
        int common = Math.min(theirNewest, NEWEST_MINOR);
        if (common < OLDEST_MINOR || common < theirOldest) {
            throw new UnsupportedEngineException("the engine (release " + printable(engine) + ") speaks API " + MAJOR
                    + "." + theirOldest + " to " + MAJOR + "." + theirNewest + ", this plimsoll speaks " + MAJOR + "."
                    + OLDEST_MINOR + " to " + MAJOR + "." + NEWEST_MINOR + "; use Docker 20.10 to 29");
        }
        return MAJOR + "." + common;
    }

    private static Optional<Integer> minor(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) != MAJOR) {
            return Optional.empty();
        }
        return Optional.of(Integer.parseInt(matcher.group(2)));
    }

    private static String printable(String text) {
        return text.matches("[!-~]{1,64}") ? text : "unknown";
    }
}

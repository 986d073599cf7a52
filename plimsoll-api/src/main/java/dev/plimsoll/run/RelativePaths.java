package dev.plimsoll.run;

import java.util.Optional;

/**
 * Says which paths may name a project's file or artifact, in requests and in what comes back from a guest.
 *
 * @since 0.1
 */
public final class RelativePaths {
    /** The most UTF-8 bytes of a path. */
    public static final int MAX_PATH_BYTES = 1024;
    /** The most UTF-8 bytes of one part: what Linux file systems take. */
    public static final int MAX_PART_BYTES = 255;

    private RelativePaths() {}

    /**
     * Says what is wrong with a path: it must be relative, of non-empty parts other than {@code .} and {@code ..}
     * between single {@code /}, well-formed, within the bounds, without backslash and control characters.
     *
     * @return the fault, empty when there is none
     */
    public static Optional<String> fault(String path) {
        if (path.isEmpty()) {
            return Optional.of("is empty");
        }
        if (path.length() > MAX_PATH_BYTES || Bytes.utf8(path).length() > MAX_PATH_BYTES) {
            return Optional.of("is longer than " + MAX_PATH_BYTES + " bytes");
        }
        if (!SourceText.isWellFormed(path)) {
            return Optional.of("is not well-formed Unicode");
        }
        if (path.startsWith("/")) {
            return Optional.of("is absolute");
        }
        if (path.chars().anyMatch(c -> c == '\\' || Character.isISOControl(c))) {
            return Optional.of("holds a backslash or a control character");
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return Optional.of("has an empty part, . or ..");
            }
            if (Bytes.utf8(part).length() > MAX_PART_BYTES) {
                return Optional.of("has a part longer than " + MAX_PART_BYTES + " bytes");
            }
        }
        return Optional.empty();
    }
}

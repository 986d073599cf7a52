package dev.plimsoll.broker;

import dev.plimsoll.grant.Route;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * What a guest's path has to be: decoded, canonical, and byte for byte what goes on the wire. So what a route allows is what
 * the API sees, however the API reads a path.
 */
final class PathRules {
    /** As a route's template. */
    private static final int MAX_CHARACTERS = Route.MAX_TEMPLATE_LENGTH;

    private static final String ALLOWED = "/-._~!$&'()*+,=:@";

    private PathRules() {}

    /** Returns what is wrong with a path, null if nothing is. */
    static @Nullable String fault(String path) {
        if (path.isEmpty() || path.charAt(0) != '/') {
            return "the path does not start with /";
        }
        if (path.length() > MAX_CHARACTERS) {
            return "the path is longer than " + MAX_CHARACTERS + " characters";
        }
        for (int i = 0; i < path.length(); i++) {
            if (!isAllowed(path.charAt(i))) {
                return "the path holds a character that is not allowed";
            }
        }
        int start = 1;
        while (start <= path.length() && path.length() > 1) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            if (end == start) {
                return "the path has an empty segment";
            }
            if (isDots(path, start, end)) {
                return "the path has a segment of dots";
            }
            start = end + 1;
        }
        return null;
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || ALLOWED.indexOf(c) >= 0;
    }

    private static boolean isDots(String path, int start, int end) {
        for (int i = start; i < end; i++) {
            if (path.charAt(i) != '.') {
                return false;
            }
        }
        return true;
    }

    /** Returns the URL that a sound path has below an origin; null if it would go out as another path. */
    static @Nullable HttpUrl below(HttpUrl origin, String path) {
        HttpUrl url = origin.newBuilder().encodedPath(path).build();
        return url.encodedPath().equals(path) ? url : null;
    }
}

package dev.plimsoll.grant;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One route of an API: a method and a path template, such as {@code GET /v1/employees/*}.
 *
 * <p>A {@code *} stands for exactly one whole, non-empty segment. Everything else is compared byte for byte.
 *
 * @param method the method
 * @param template the path template; see {@link #faults(String)} for what it may hold
 * @since 0.1
 */
public record Route(HttpMethod method, String template) {
    /** The most characters that a template may have. */
    public static final int MAX_TEMPLATE_LENGTH = 1024;

    private static final String PLAIN_PATH_CHARACTERS = "-._~!$&'()*+,=:@";

    /**
     * Checks the members.
     *
     * @throws IllegalArgumentException naming every fault of the template
     */
    public Route {
        Objects.requireNonNull(method, "method");
        List<String> faults = faults(template);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("route template: " + String.join("; ", faults));
        }
    }

    /** Returns a GET route. */
    public static Route get(String template) {
        return new Route(HttpMethod.GET, template);
    }

    /** Parses {@code METHOD /path}. */
    public static Route parse(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException("a route is written METHOD /path, such as GET /v1/items/*");
        }
        HttpMethod method;
        try {
            method = HttpMethod.valueOf(text.substring(0, space));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a route's method is one of GET, PUT, POST, DELETE, PATCH", e);
        }
        return new Route(method, text.substring(space + 1));
    }

    /** Tells whether the template has no {@code *}, so that it names one path. */
    public boolean isConcrete() {
        return template.indexOf('*') < 0;
    }

    /**
     * Tells whether a path is on this route. Compares segment by segment; a {@code *} takes one non-empty segment.
     *
     * <p>This is a comparison, not a check of the path: the broker refuses what is not canonical before it asks.
     */
    public boolean matches(HttpMethod askedMethod, String path) {
        if (askedMethod != method) {
            return false;
        }
        int t = 0;
        int p = 0;
        while (t < template.length() && p < path.length()) {
            int templateEnd = segmentEnd(template, t);
            int pathEnd = segmentEnd(path, p);
            boolean wildcard = templateEnd - t == 2 && template.charAt(t + 1) == '*';
            boolean same = wildcard
                    ? pathEnd - p > 1 && path.charAt(p) == '/'
                    : templateEnd - t == pathEnd - p && template.regionMatches(t, path, p, templateEnd - t);
            if (!same) {
                return false;
            }
            t = templateEnd;
            p = pathEnd;
        }
        return t == template.length() && p == path.length();
    }

    private static int segmentEnd(String path, int start) {
        int next = path.indexOf('/', start + 1);
        return next < 0 ? path.length() : next;
    }

    /**
     * Lists what is wrong with a template: it starts with {@code /}, has no empty, {@code .} or all-dot segment, holds
     * only characters that stand in a URL's path as they are (letters, digits, {@code -._~!$&'()+,=:@}), and a {@code *}
     * only as a whole segment.
     *
     * @return the faults, empty when there are none
     */
    public static List<String> faults(String template) {
        Objects.requireNonNull(template, "template");
        List<String> faults = new ArrayList<>();
        if (template.length() > MAX_TEMPLATE_LENGTH) {
            faults.add("longer than " + MAX_TEMPLATE_LENGTH + " characters");
            return faults;
        }
        if (!template.startsWith("/")) {
            faults.add("does not start with /");
            return faults;
        }
        for (String segment : template.substring(1).split("/", -1)) {
            if (segment.isEmpty()) {
                if (template.length() > 1) {
                    faults.add("has an empty segment");
                }
            } else if (segment.chars().allMatch(c -> c == '.')) {
                faults.add("has a segment of dots only");
            } else if (segment.indexOf('*') >= 0 && segment.length() > 1) {
                faults.add("has a * that is not a whole segment");
            }
        }
        template.chars()
                .filter(c -> c != '/' && !isPlain(c))
                .findFirst()
                .ifPresent(c -> faults.add(String.format("holds the character U+%04X", c)));
        return faults;
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PLAIN_PATH_CHARACTERS.indexOf(c) >= 0;
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}

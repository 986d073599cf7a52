package dev.plimsoll.broker.tools;

import dev.plimsoll.grant.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path of the document, such as {@code /items/{id}}, below the base URL's own path.
 *
 * @param segments the segments, each text or a parameter
 */
record PathTemplate(List<Segment> segments) {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^{}]{1,200})\\}");

    /** A segment: text as it is, or a parameter by its name in the document. */
    record Segment(String text, boolean parameter) {}

    /**
     * Takes a path apart.
     *
     * @throws SkipException if no route can say what it says
     */
    static PathTemplate parse(String prefix, String path) throws SkipException {
        String whole = prefix + path;
        if (!whole.startsWith("/")) {
            throw new SkipException("its path does not start with /");
        }
        if (whole.length() > Route.MAX_TEMPLATE_LENGTH) {
            throw new SkipException("its path is longer than " + Route.MAX_TEMPLATE_LENGTH + " characters");
        }
        List<Segment> segments = new ArrayList<>();
        for (String segment : whole.substring(1).split("/", -1)) {
            Matcher parameter = PARAMETER.matcher(segment);
            if (parameter.matches()) {
                segments.add(new Segment(parameter.group(1), true));
            } else if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
                throw new SkipException("a path parameter is not a whole segment");
            } else if (segment.indexOf('*') >= 0) {
                // in a route it would stand for any segment
                throw new SkipException("its path holds a *");
            } else {
                segments.add(new Segment(segment, false));
            }
        }
        PathTemplate template = new PathTemplate(segments);
        List<String> faults = Route.faults(template.routeTemplate());
        if (!faults.isEmpty()) {
            throw new SkipException("its path " + String.join(" and ", faults));
        }
        return template;
    }

    String routeTemplate() {
        StringBuilder template = new StringBuilder();
        for (Segment segment : segments) {
            template.append('/').append(segment.parameter() ? "*" : segment.text());
        }
        return template.toString();
    }
}

package dev.plimsoll.broker.tools;

import dev.plimsoll.grant.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a document offers to a guest. The grant, the client and the tool description are all made of this one value, so they
 * cannot disagree. Every name in it is an identifier of ours, and every text is harmless where we put it.
 *
 * @param title the API's title
 * @param operations what can be called, in the order of path and method
 * @param types the named types that operations use, by name, as JSDoc type expressions
 * @param skipped what cannot be called
 */
record ApiModel(
        String title, List<ApiOperation> operations, Map<String, String> types, List<SkippedOperation> skipped) {
    /**
     * One operation.
     *
     * @param name the client's function
     * @param route the route that allows it
     * @param path the path's parts: text, and parameters between
     * @param body the type of its JSON body, if it takes one
     * @param result the type of what it returns
     * @param summary what it does, maybe empty
     */
    record ApiOperation(
            String name, Route route, List<PathPart> path, Optional<ApiBody> body, String result, String summary) {
        List<PathPart> parameters() {
            return path.stream().filter(PathPart::isParameter).toList();
        }
    }

    /**
     * A part of a path: text as it is, or a parameter.
     *
     * @param text the text, or the parameter's name
     * @param type the parameter's type; empty for text
     */
    record PathPart(String text, String type) {
        boolean isParameter() {
            return !type.isEmpty();
        }
    }

    /** A JSON body. */
    record ApiBody(String type, boolean required) {}
}

package dev.plimsoll.broker.internal.document;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads YAML 1.2, and so JSON, into nodes: text, lists and mappings only. Takes the parser's events, so nothing is ever
 * constructed; anchors, aliases and tags are refused, and depth and number of values are bounded.
 */
public final class DocumentReader {
    private final Iterator<Event> events;
    private final DocumentLimits limits;
    private final Faults faults;
    private int nodes;

    private DocumentReader(String text, DocumentLimits limits, Faults faults) {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(limits.characters())
                .setUseMarks(true)
                .build();
        this.events = new ParserImpl(settings, new StreamReader(settings, text));
        this.limits = limits;
        this.faults = faults;
    }

    /** Ends the reading: what follows could not be understood. */
    private static final class StopException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StopException() {
            super("stopped", null, false, false);
        }
    }

    /** Returns the document's one value, or null after noting why there is none. */
    public static @Nullable DocumentNode read(String text, DocumentLimits limits, Faults faults) {
        if (text.length() > limits.characters()) {
            faults.add(1, 1, "the document is longer than " + limits.characters() + " characters");
            return null;
        }
        try {
            return new DocumentReader(text, limits, faults).document();
        } catch (StopException e) {
            return null;
        } catch (MarkedYamlEngineException e) { // without its message, which quotes the document
            Optional<Mark> mark = e.getProblemMark();
            faults.add(
                    mark.map(m -> m.getLine() + 1).orElse(1),
                    mark.map(m -> m.getColumn() + 1).orElse(1),
                    "not well-formed YAML or JSON here or just before; look for a missing space after a colon,"
                            + " a tab, or a quote or bracket that is not closed");
            return null;
        } catch (YamlEngineException e) {
            faults.add(1, 1, "the document holds a character that YAML does not allow");
            return null;
        }
    }

    private @Nullable DocumentNode document() {
        DocumentNode root = null;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case StreamStart, DocumentStart, DocumentEnd, StreamEnd, Comment -> {}
                default -> {
                    if (root != null) {
                        throw stop(event, "a second document; a file holds one");
                    }
                    root = node(event, 1);
                }
            }
        }
        if (root == null) {
            faults.add(1, 1, "the document is empty");
        }
        return root;
    }

    private DocumentNode node(Event event, int depth) {
        if (depth > limits.depth()) {
            throw stop(event, "nested deeper than " + limits.depth() + " levels");
        }
        if (++nodes > limits.values()) {
            throw stop(event, "more than " + limits.values() + " values");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw stop(event, "anchors and aliases are not supported; write the value out");
        }
        if (event instanceof ScalarEvent scalar) {
            refuseTag(event, scalar.getTag());
            return scalar(scalar);
        }
        if (event instanceof SequenceStartEvent sequence) {
            refuseTag(event, sequence.getTag());
            return sequence(event, depth);
        }
        if (event instanceof MappingStartEvent mapping) {
            refuseTag(event, mapping.getTag());
            return mapping(event, depth);
        }
        throw stop(event, "neither text nor a list nor a mapping");
    }

    private DocumentNode.Scalar scalar(ScalarEvent event) {
        return new DocumentNode.Scalar(
                line(event), column(event), event.getValue(), event.getScalarStyle() == ScalarStyle.PLAIN);
    }

    private DocumentNode sequence(Event start, int depth) {
        List<DocumentNode> items = new ArrayList<>();
        for (Event next = next(); next.getEventId() != Event.ID.SequenceEnd; next = next()) {
            items.add(node(next, depth + 1));
        }
        return new DocumentNode.Sequence(line(start), column(start), items);
    }

    private DocumentNode mapping(Event start, int depth) {
        Map<String, DocumentNode.Scalar> keys = new LinkedHashMap<>();
        Map<String, DocumentNode> values = new LinkedHashMap<>();
        for (Event next = next(); next.getEventId() != Event.ID.MappingEnd; next = next()) {
            DocumentNode key = node(next, depth + 1);
            DocumentNode value = node(next(), depth + 1);
            if (!(key instanceof DocumentNode.Scalar name)) {
                faults.add(key, "a name must be text");
            } else if (keys.putIfAbsent(name.text(), name) != null) {
                faults.add(key, "the same name a second time");
            } else {
                values.put(name.text(), value);
            }
        }
        return new DocumentNode.Mapping(line(start), column(start), keys, values);
    }

    private Event next() {
        while (true) {
            Event event = events.next();
            if (event.getEventId() != Event.ID.Comment) {
                return event;
            }
        }
    }

    private void refuseTag(Event event, Optional<String> tag) {
        if (tag.isPresent()) {
            throw stop(event, "tags are not supported");
        }
    }

    private StopException stop(Event event, String why) {
        faults.add(line(event), column(event), why);
        return new StopException();
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    private static int column(Event event) {
        return event.getStartMark().map(Mark::getColumn).orElse(0) + 1;
    }
}

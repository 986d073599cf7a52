package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A mapping's members, taken by type; what has another type, or a name nobody knows, is noted as a fault. */
final class Members {
    private final DocumentNode.Mapping mapping;
    private final Faults faults;

    private Members(DocumentNode.Mapping mapping, Faults faults) {
        this.mapping = mapping;
        this.faults = faults;
    }

    /** Returns null after noting that the node is no mapping; notes the members that are not known. */
    static @Nullable Members of(DocumentNode node, String what, Set<String> known, Faults faults) {
        if (!(node instanceof DocumentNode.Mapping mapping)) {
            faults.add(node, what + " must be a mapping with " + new TreeSet<>(known));
            return null;
        }
        for (Map.Entry<String, DocumentNode.Scalar> key : mapping.keys().entrySet()) {
            if (!known.contains(key.getKey())) {
                faults.add(key.getValue(), what + " has no member of this name; there are " + new TreeSet<>(known));
            }
        }
        return new Members(mapping, faults);
    }

    DocumentNode.Mapping node() {
        return mapping;
    }

    @Nullable DocumentNode optional(String name) {
        return mapping.values().get(name);
    }

    @Nullable DocumentNode required(String name) {
        DocumentNode value = mapping.values().get(name);
        if (value == null) {
            faults.add(mapping, name + " is missing");
        }
        return value;
    }

    /** One of several members that exclude each other. */
    record Choice(String name, DocumentNode value) {}

    /** Returns the only member of a mapping, or null after noting that there is not exactly one that is known. */
    static @Nullable Choice choice(DocumentNode node, String what, Set<String> known, Faults faults) {
        Members members = of(node, what, known, faults);
        if (members == null) {
            return null;
        }
        if (members.mapping.values().size() != 1) {
            faults.add(node, what + " must have exactly one of " + new TreeSet<>(known));
            return null;
        }
        Map.Entry<String, DocumentNode> only =
                members.mapping.values().entrySet().iterator().next();
        return known.contains(only.getKey()) ? new Choice(only.getKey(), only.getValue()) : null;
    }

    @Nullable String text(@Nullable DocumentNode value, String name) {
        return text(value, name, faults);
    }

    static @Nullable String text(@Nullable DocumentNode value, String name, Faults faults) {
        if (value == null) {
            return null;
        }
        if (value instanceof DocumentNode.Scalar scalar && !scalar.isNull()) {
            return scalar.text();
        }
        faults.add(value, name + " must be text");
        return null;
    }

    /** Returns an absent list as empty. */
    List<DocumentNode.Scalar> texts(@Nullable DocumentNode value, String name) {
        List<DocumentNode.Scalar> texts = new ArrayList<>();
        if (value == null) {
            return texts;
        }
        if (!(value instanceof DocumentNode.Sequence sequence)) {
            faults.add(value, name + " must be a list of texts");
            return texts;
        }
        for (DocumentNode item : sequence.items()) {
            if (item instanceof DocumentNode.Scalar scalar && !scalar.isNull()) {
                texts.add(scalar);
            } else {
                faults.add(item, name + " must be a list of texts");
            }
        }
        return texts;
    }
}

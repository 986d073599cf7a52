package dev.plimsoll.broker.tools;

import io.swagger.v3.oas.models.media.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes schemas as JSDoc type expressions. Bounded: what is nested deeper than 5 levels, or beyond 40 members, is {@code
 * unknown} or left out. Convenience for a reader: the broker checks no types. Not thread-safe.
 */
final class TypeExpressions {
    private static final int MAX_DEPTH = 5;
    private static final int MAX_MEMBERS = 40;
    private static final int MAX_TYPES = 500;
    private static final String REFERENCE = "#/components/schemas/";
    private static final Pattern SIMPLE_NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{0,63}");
    private static final Pattern SIMPLE_TEXT = Pattern.compile("[A-Za-z0-9 ._-]{0,64}");

    @SuppressWarnings("rawtypes") // as the library has them
    private final Map<String, Schema> schemas;

    private final Identifiers identifiers = new Identifiers("Type");
    private final Map<String, String> names = new TreeMap<>();
    private final Map<String, String> types = new TreeMap<>();

    @SuppressWarnings("rawtypes")
    TypeExpressions(@Nullable Map<String, Schema> schemas) {
        this.schemas = schemas == null ? Map.of() : schemas;
    }

    /** Returns the named types that the expressions use so far. */
    Map<String, String> types() {
        return types;
    }

    String of(@Nullable Schema<?> schema) {
        return of(schema, 0);
    }

    private String of(@Nullable Schema<?> schema, int depth) {
        if (schema == null || depth > MAX_DEPTH) {
            return "unknown";
        }
        if (schema.get$ref() != null) {
            return named(schema.get$ref());
        }
        String type = unwrapped(schema, depth);
        return isNullable(schema) ? "(" + type + " | null)" : type;
    }

    private String named(String reference) {
        if (!reference.startsWith(REFERENCE)) {
            return "unknown";
        }
        String key = reference.substring(REFERENCE.length());
        Schema<?> schema = schemas.get(key);
        String known = names.get(key);
        if (known != null || schema == null) {
            return known != null ? known : "unknown";
        }
        if (names.size() >= MAX_TYPES) {
            return "unknown";
        }
        String name = identifiers.upper(key);
        names.put(key, name); // before its members: they may refer to it
        types.put(name, of(schema, 0));
        return name;
    }

    private String unwrapped(Schema<?> schema, int depth) {
        if (schema.getAllOf() != null && !schema.getAllOf().isEmpty()) {
            return joined(schema.getAllOf(), " & ", depth);
        }
        if (schema.getOneOf() != null && !schema.getOneOf().isEmpty()) {
            return joined(schema.getOneOf(), " | ", depth);
        }
        if (schema.getAnyOf() != null && !schema.getAnyOf().isEmpty()) {
            return joined(schema.getAnyOf(), " | ", depth);
        }
        Set<String> kinds = kinds(schema);
        if (kinds.isEmpty()) {
            return schema.getProperties() != null ? object(schema, depth) : "unknown";
        }
        return union(kinds.stream().map(kind -> kind(kind, schema, depth)).toList(), " | ");
    }

    private static Set<String> kinds(Schema<?> schema) {
        Set<String> kinds = new TreeSet<>();
        if (schema.getTypes() != null) {
            kinds.addAll(schema.getTypes());
        } else if (schema.getType() != null) {
            kinds.add(schema.getType());
        }
        kinds.remove("null");
        return kinds;
    }

    private static boolean isNullable(Schema<?> schema) {
        return Boolean.TRUE.equals(schema.getNullable())
                || (schema.getTypes() != null && schema.getTypes().contains("null"));
    }

    private String kind(String kind, Schema<?> schema, int depth) {
        return switch (kind) {
            case "integer", "number" -> "number";
            case "boolean" -> "boolean";
            case "string" -> string(schema);
            case "array" -> "Array<" + of(schema.getItems(), depth + 1) + ">";
            case "object" -> object(schema, depth);
            default -> "unknown";
        };
    }

    private static String string(Schema<?> schema) {
        List<?> values = schema.getEnum();
        if (values == null
                || values.isEmpty()
                || values.size() > MAX_MEMBERS
                || !values.stream()
                        .allMatch(v -> v instanceof String text
                                && SIMPLE_TEXT.matcher(text).matches())) {
            return "string";
        }
        return union(values.stream().map(v -> "'" + v + "'").toList(), " | ");
    }

    private String object(Schema<?> schema, int depth) {
        @SuppressWarnings("rawtypes")
        Map<String, Schema> properties = schema.getProperties();
        if (properties == null || properties.isEmpty()) {
            return schema.getAdditionalProperties() instanceof Schema<?> values
                    ? "Record<string, " + of(values, depth + 1) + ">"
                    : "object";
        }
        Set<String> required = schema.getRequired() == null ? Set.of() : new LinkedHashSet<>(schema.getRequired());
        List<String> members = new ArrayList<>();
        for (String name :
                properties.keySet().stream().sorted().limit(MAX_MEMBERS).toList()) {
            members.add(memberName(name) + (required.contains(name) ? "" : "?") + ": "
                    + of(properties.get(name), depth + 1));
        }
        return "{ " + String.join(", ", members) + " }";
    }

    private static String memberName(String name) {
        return SIMPLE_NAME.matcher(name).matches() ? name : quoted(name);
    }

    /** Everything but letters, digits and a few marks is written as an escape, so no comment can end in it. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("'");
        for (int i = 0; i < text.length() && i < 64; i++) {
            char c = text.charAt(i);
            if (Identifiers.isWord(c) || " ._-".indexOf(c) >= 0) {
                quoted.append(c);
            } else {
                quoted.append(String.format("\\u%04x", (int) c));
            }
        }
        return quoted.append("'").toString();
    }

    @SuppressWarnings("rawtypes")
    private String joined(List<Schema> schemas, String separator, int depth) {
        List<String> parts = new ArrayList<>();
        for (Schema<?> schema : schemas.subList(0, Math.min(schemas.size(), MAX_MEMBERS))) {
            parts.add(of(schema, depth + 1));
        }
        return union(parts, separator);
    }

    private static String union(List<String> parts, String separator) {
        BinaryOperator<String> join = (a, b) -> a + separator + b;
        List<String> different = parts.stream().distinct().toList();
        return different.size() == 1
                ? different.get(0)
                : "(" + different.stream().reduce(join).orElse("unknown") + ")";
    }
}

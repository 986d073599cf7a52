package dev.plimsoll;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON of test vectors: objects as maps, arrays as lists, numbers as longs or doubles. */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads a resource of the test class path. */
    public static Map<String, Object> resource(String name) {
        try (InputStream in = Json.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + name);
            }
            return object(new Json(new String(in.readAllBytes(), StandardCharsets.UTF_8)).value());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a member that is an object, or the whole. */
    @SuppressWarnings("unchecked") // the reader makes no other maps
    public static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /** Returns a member that is an array, empty when it is absent. */
    @SuppressWarnings("unchecked") // the reader makes no other lists
    public static List<Object> array(Map<String, Object> of, String name) {
        return (List<Object>) of.getOrDefault(name, List.of());
    }

    private Object value() {
        char c = next();
        return switch (c) {
            case '{' -> members();
            case '[' -> elements();
            case '"' -> string();
            case 't' -> word("rue", true);
            case 'f' -> word("alse", false);
            default -> number();
        };
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        char c = next();
        while (c != '}') {
            if (c == ',') {
                c = next();
            }
            String name = string();
            if (next() != ':') {
                throw new IllegalStateException("no colon at " + at);
            }
            members.put(name, value());
            c = next();
        }
        return members;
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        char c = next();
        while (c != ']') {
            if (c != ',') {
                at--;
            }
            elements.add(value());
            c = next();
        }
        return elements;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            string.append(c == '\\' ? escaped() : c);
        }
        return string.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
            default -> c;
        };
    }

    private Object number() {
        int from = --at;
        while ("+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        if (number.chars().allMatch(c -> c == '-' || Character.isDigit(c))) {
            return Long.valueOf(number);
        }
        return Double.valueOf(number);
    }

    private Object word(String rest, boolean value) {
        if (!text.startsWith(rest, at)) {
            throw new IllegalStateException("no JSON at " + at);
        }
        at += rest.length();
        return value;
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at++);
    }
}

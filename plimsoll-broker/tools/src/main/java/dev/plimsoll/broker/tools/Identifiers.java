package dev.plimsoll.broker.tools;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Makes JavaScript identifiers of a document's names, each only once: ASCII letters and digits, so nothing else gets in. */
final class Identifiers {
    private static final int MAX_LENGTH = 60;

    /** Words of the language, and names that would mean something else on an object or in our client. */
    private static final Set<String> RESERVED = Set.of(
            ("abstract arguments async await boolean break byte case catch char class const constructor continue debugger"
                            + " default delete do double else enum eval export extends false final finally float for function"
                            + " get globalThis goto hasOwnProperty host if implements import in instanceof int interface"
                            + " isPrototypeOf let long native new null of package private prototype protected public return set"
                            + " short static super switch synchronized then this throw throws toJSON toLocaleString"
                            + " toString transient true try typeof undefined valueOf var void volatile while with yield"
                            + " NaN Infinity Array Record Promise Object String Number Boolean Symbol Function Error")
                    .split(" "));

    private final Set<String> used = new HashSet<>();
    private final String fallback;

    Identifiers(String fallback) {
        this.fallback = fallback;
    }

    /** Returns an identifier in camel case, as a function or variable has. */
    String lower(String name) {
        String joined = joined(name);
        return unique(
                joined.isEmpty() ? fallback : joined.substring(0, 1).toLowerCase(Locale.ROOT) + joined.substring(1));
    }

    /** Returns an identifier in Pascal case, as a type has. */
    String upper(String name) {
        String joined = joined(name);
        return unique(
                joined.isEmpty() ? fallback : joined.substring(0, 1).toUpperCase(Locale.ROOT) + joined.substring(1));
    }

    private String unique(String name) {
        String start = Character.isDigit(name.charAt(0)) ? fallback + name : name;
        String base = RESERVED.contains(start) ? start + "_" : start;
        String candidate = base;
        for (int i = 2; !used.add(candidate); i++) {
            candidate = base + "_" + i;
        }
        return candidate;
    }

    private static String joined(String name) {
        StringBuilder joined = new StringBuilder();
        boolean upper = false;
        for (int i = 0; i < name.length() && joined.length() < MAX_LENGTH; i++) {
            char c = name.charAt(i);
            if (!isWord(c)) {
                upper = joined.length() > 0;
            } else {
                joined.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        return joined.toString();
    }

    static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}

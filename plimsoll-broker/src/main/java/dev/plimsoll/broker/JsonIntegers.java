package dev.plimsoll.broker;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Finds integers that would silently become others: JSON's may be of any length, JavaScript's numbers are doubles. Looked
 * for out here, since a guest's engine has neither the time nor the memory to go through megabytes of text.
 */
final class JsonIntegers {
    /** Up to here every integer is a double. */
    private static final int EXACT_DIGITS = 15;

    /** Beyond this no integer is a double. */
    private static final int MOST_DIGITS = 309;

    private static final int SHOWN_DIGITS = 40;

    private JsonIntegers() {}

    /** Returns the first such integer of a JSON text, shortened if need be; null if there is none. */
    static @Nullable String firstInexact(String json) {
        int at = 0;
        while (at < json.length()) {
            char c = json.charAt(at);
            if (c == '"') {
                at = endOfString(json, at);
            } else if (c == '-' || isDigit(c)) {
                int end = endOfNumber(json, at);
                if (end - at > EXACT_DIGITS && isInexactInteger(json, at, end)) {
                    return json.substring(at, Math.min(end, at + SHOWN_DIGITS));
                }
                at = end;
            } else {
                at++;
            }
        }
        return null;
    }

    private static int endOfString(String json, int start) {
        int at = start + 1;
        while (at < json.length() && json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static int endOfNumber(String json, int start) {
        int at = start + 1;
        while (at < json.length() && (isDigit(json.charAt(at)) || ".eE+-".indexOf(json.charAt(at)) >= 0)) {
            at++;
        }
        return at;
    }

    private static boolean isInexactInteger(String json, int start, int end) {
        int digits = json.charAt(start) == '-' ? start + 1 : start;
        for (int i = digits; i < end; i++) {
            if (!isDigit(json.charAt(i))) {
                return false; // a fraction or an exponent: nobody expects those to be exact
            }
        }
        if (end - digits > MOST_DIGITS) {
            return true;
        }
        BigDecimal exact = new BigDecimal(json.substring(start, end));
        double asDouble = exact.doubleValue();
        return Double.isInfinite(asDouble) || new BigDecimal(asDouble).compareTo(exact) != 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}

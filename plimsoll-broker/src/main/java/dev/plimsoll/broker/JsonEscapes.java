package dev.plimsoll.broker;

/** Undoes the escapes of JSON strings wherever they stand in a text. */
final class JsonEscapes {
    private static final int UNICODE_LENGTH = 6;
    private static final int HEX = 16;

    private JsonEscapes() {}

    /**
     * Returns the text with each escape of a printable character undone once. What stands for a control character, and what is
     * no escape, stays as it is.
     */
    static String undone(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            char next = c == '\\' && at + 1 < text.length() ? text.charAt(at + 1) : 0;
            int unicode = next == 'u' ? unicode(text, at) : -1;
            if (unicode >= 0) {
                out.append((char) unicode);
                at += UNICODE_LENGTH;
            } else if (next == '"' || next == '\\' || next == '/') {
                out.append(next);
                at += 2;
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    private static int unicode(String text, int at) {
        if (at + UNICODE_LENGTH > text.length()) {
            return -1;
        }
        int code = 0;
        for (int i = at + 2; i < at + UNICODE_LENGTH; i++) {
            int digit = Character.digit(text.charAt(i), HEX);
            if (digit < 0) {
                return -1;
            }
            code = code * HEX + digit;
        }
        return code;
    }
}

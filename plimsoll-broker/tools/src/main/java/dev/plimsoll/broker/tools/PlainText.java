package dev.plimsoll.broker.tools;

/** Makes a text of the document harmless in a comment, in a terminal and for a reader: one line, nothing that hides. */
final class PlainText {
    private PlainText() {}

    /**
     * Returns the text on one line, cut at a length. Control, format (among them those that change the direction of text),
     * surrogate and private characters become spaces. No comment, tag of a comment, or template can be opened or closed in it.
     */
    static String of(String text, int maxLength) {
        StringBuilder plain = new StringBuilder();
        boolean space = false;
        for (int i = 0; i < text.length() && plain.length() < maxLength; i++) {
            char c = text.charAt(i);
            if (isHidden(c)) {
                space = plain.length() > 0;
                continue;
            }
            if (space) {
                plain.append(' ');
                space = false;
            }
            switch (c) {
                case '@' -> plain.append("(at)");
                case '/' -> plain.append(endsWith(plain, '*') ? " /" : "/");
                case '*' -> plain.append(endsWith(plain, '/') ? " *" : "*");
                default -> plain.append(c);
            }
        }
        return plain.toString();
    }

    private static boolean isHidden(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static boolean endsWith(StringBuilder text, char c) {
        return text.length() > 0 && text.charAt(text.length() - 1) == c;
    }
}

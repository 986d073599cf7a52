package dev.plimsoll.attest.cli;

/** Makes text fit to be printed to a terminal, whoever wrote it. */
final class Printable {
    private Printable() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> out.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c));
        return out.toString();
    }
}

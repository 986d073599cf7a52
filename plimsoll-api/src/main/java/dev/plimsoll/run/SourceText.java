package dev.plimsoll.run;

/**
 * Source text in the one form that is run, measured and digested: UTF-8.
 *
 * <p>Text with a lone surrogate has no UTF-8 form; {@link #isWellFormed()} tells, and a sandbox refuses it.
 *
 * @since 0.1
 */
public final class SourceText {
    private final Bytes utf8;
    private final boolean wellFormed;

    private SourceText(Bytes utf8, boolean wellFormed) {
        this.utf8 = utf8;
        this.wellFormed = wellFormed;
    }

    static SourceText of(String text) {
        return new SourceText(Bytes.utf8(text), isWellFormed(text));
    }

    /** Tells whether every surrogate in some text is half of a pair. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Returns the text as UTF-8. */
    public Bytes utf8() {
        return utf8;
    }

    /** Tells whether the UTF-8 form says the same as the text that was given. */
    public boolean isWellFormed() {
        return wellFormed;
    }

    /** Decodes the text. */
    public String text() {
        return utf8.utf8();
    }

    /** Shows the length only: the text is a guest's. */
    @Override
    public String toString() {
        return "SourceText[" + utf8.length() + " bytes]";
    }
}

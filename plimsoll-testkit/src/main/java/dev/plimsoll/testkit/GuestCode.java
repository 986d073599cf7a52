package dev.plimsoll.testkit;

/**
 * Writes the snippets that a contract test runs, in the language of the provider under test. The default is
 * {@link #javaScript()}.
 *
 * @since 0.1
 */
public interface GuestCode {
    /** Returns the snippets in JavaScript, using nothing but what every plimsoll tier offers. */
    static GuestCode javaScript() {
        return new JavaScriptGuestCode();
    }

    /** Writes a program that prints a text to standard output, as UTF-8 and with nothing added. */
    String print(String text);

    /** Writes a program that prints a text to standard error, as UTF-8 and with nothing added. */
    String printError(String text);

    /** Writes a program that prints raw bytes, not necessarily UTF-8, to standard output. */
    String printBytes(byte... bytes);

    /** Writes a program that prints so many bytes to standard output, in more than one piece, and ends normally. */
    String flood(int bytes);

    /** Writes a program that ends with an exit code at once. */
    String exit(int code);

    /** Writes a program that fails with an uncaught error: exit code 1 and something on standard error. */
    String fail(String message);

    /** Writes a program that uses the processor and never ends. */
    String loopForever();

    /** Writes a program that prints {@code fresh} when it finds no trace of an earlier run of itself, and leaves one. */
    String leaveTrace();

    /** Writes a program that prints the time and a random number. Run only by providers with fixed clock and seed. */
    String clockAndRandom();

    /** Writes a program whose last value is the number 42. Run only by providers that capture the last value. */
    String lastValue();
}

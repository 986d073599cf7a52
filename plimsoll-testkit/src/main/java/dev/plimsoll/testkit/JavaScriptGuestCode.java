package dev.plimsoll.testkit;

import java.util.HexFormat;
import java.util.StringJoiner;

/** The contract's snippets in JavaScript. */
final class JavaScriptGuestCode implements GuestCode {
    @Override
    public String print(String text) {
        return "process.stdout.write(" + literal(text) + ");";
    }

    @Override
    public String printError(String text) {
        return "process.stderr.write(" + literal(text) + ");";
    }

    @Override
    public String printBytes(byte... bytes) {
        StringJoiner numbers = new StringJoiner(",");
        for (byte b : bytes) {
            numbers.add(Integer.toString(b & 0xff));
        }
        return "process.stdout.write(new Uint8Array([" + numbers + "]));";
    }

    @Override
    public String flood(int bytes) {
        return "const piece = 'x'.repeat(1024); for (let left = " + bytes
                + "; left > 0; left -= 1024) process.stdout.write(left >= 1024 ? piece : piece.slice(0, left));";
    }

    @Override
    public String exit(int code) {
        return "process.exit(" + code + "); process.stdout.write('not reached');";
    }

    @Override
    public String fail(String message) {
        return "throw new Error(" + literal(message) + ");";
    }

    @Override
    public String loopForever() {
        return "while (true) {}";
    }

    @Override
    public String leaveTrace() {
        return "process.stdout.write(globalThis.leftByRun === undefined ? 'fresh' : 'stale'); globalThis.leftByRun = 1;";
    }

    @Override
    public String clockAndRandom() {
        return "process.stdout.write(Date.now() + ' ' + Math.random());";
    }

    @Override
    public String lastValue() {
        return "40 + 2";
    }

    /** Escapes every character: no engine's reading of Unicode in source text is part of what is tested here. */
    private static String literal(String text) {
        StringBuilder literal = new StringBuilder("'");
        text.chars().forEach(c -> literal.append("\\u").append(HexFormat.of().toHexDigits((char) c)));
        return literal.append('\'').toString();
    }
}

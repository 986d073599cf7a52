package dev.plimsoll.examples.provider;

import dev.plimsoll.testkit.GuestCode;
import java.nio.charset.StandardCharsets;

/** The contract's programs, for a shell. */
final class ShellGuestCode implements GuestCode {
    @Override
    public String print(String text) {
        return printBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String printError(String text) {
        return print(text) + " >&2";
    }

    @Override
    public String printBytes(byte... bytes) {
        StringBuilder octal = new StringBuilder();
        for (byte value : bytes) {
            octal.append(String.format("\\%03o", value & 0xff));
        }
        return "printf '" + octal + "'";
    }

    @Override
    public String flood(int bytes) {
        return "head -c " + bytes + " /dev/zero";
    }

    @Override
    public String exit(int code) {
        return "exit " + code;
    }

    @Override
    public String fail(String message) {
        return printError(message) + "; exit 1";
    }

    @Override
    public String loopForever() {
        return "while :; do :; done";
    }

    @Override
    public String leaveTrace() {
        return "printf '%s' \"${TRACE:-fresh}\"; TRACE=stale; export TRACE";
    }

    @Override
    public String clockAndRandom() {
        throw new UnsupportedOperationException("the provider cannot fix a shell's clock");
    }

    @Override
    public String lastValue() {
        throw new UnsupportedOperationException("a shell has no last value");
    }
}

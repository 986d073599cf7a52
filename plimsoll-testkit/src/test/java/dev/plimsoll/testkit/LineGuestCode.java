package dev.plimsoll.testkit;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

final class LineGuestCode implements GuestCode {
    @Override
    public String print(String text) {
        return printBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String printError(String text) {
        return "err " + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String printBytes(byte... bytes) {
        return "out " + HexFormat.of().formatHex(bytes);
    }

    @Override
    public String flood(int bytes) {
        return "flood " + bytes;
    }

    @Override
    public String exit(int code) {
        return "exit " + code;
    }

    @Override
    public String fail(String message) {
        return "fail " + message;
    }

    @Override
    public String loopForever() {
        return "loop";
    }

    @Override
    public String leaveTrace() {
        return "trace";
    }

    @Override
    public String clockAndRandom() {
        return "clock";
    }

    @Override
    public String lastValue() {
        return "exit 0";
    }
}

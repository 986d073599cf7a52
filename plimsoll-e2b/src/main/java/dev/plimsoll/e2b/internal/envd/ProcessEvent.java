package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.envd.Frame.ProtocolException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What envd tells about a process. */
sealed interface ProcessEvent {
    /**
     * It was started.
     *
     * @param pid its number in the microVM
     */
    record Started(long pid) implements ProcessEvent {}

    /** It printed. */
    @SuppressWarnings("ArrayRecordComponent") // from the parser to a sink, and nowhere else
    record Printed(boolean error, byte[] bytes) implements ProcessEvent {}

    /** It ended; the code is 128 and the signal's number if a signal ended it. */
    record Ended(int exitCode) implements ProcessEvent {}

    /** A sign of life, or something that this version does not know. */
    record Other() implements ProcessEvent {}

    /** Go's names of the signals that can end a process, by number from 1. */
    List<String> SIGNALS = List.of(
            "hangup",
            "interrupt",
            "quit",
            "illegal instruction",
            "trace/breakpoint trap",
            "aborted",
            "bus error",
            "floating point exception",
            "killed",
            "user defined signal 1",
            "segmentation fault",
            "user defined signal 2",
            "broken pipe",
            "alarm clock",
            "terminated");

    /** Those beyond the list. */
    Map<String, Integer> MORE_SIGNALS = Map.of(
            "stack fault", 16, "CPU time limit exceeded", 24, "file size limit exceeded", 25, "bad system call", 31);

    /** Reads one. Members and kinds that are unknown are passed over; what is known has to be as envd writes it. */
    static ProcessEvent read(JsonObject message) throws ProtocolException {
        JsonObject event = object(message, "event");
        if (event == null) {
            return new Other();
        }
        JsonObject start = object(event, "start");
        if (start != null) {
            return new Started(number(start, "pid", 0, 1L << 32));
        }
        JsonObject data = object(event, "data");
        if (data != null) {
            boolean error = data.has("stderr");
            JsonElement text = data.get(error ? "stderr" : "stdout");
            return text == null ? new Other() : new Printed(error, base64(text));
        }
        JsonObject end = object(event, "end");
        return end == null ? new Other() : new Ended(exitCode(end));
    }

    private static int exitCode(JsonObject end) throws ProtocolException {
        String status = text(end, "status");
        if (isTrue(end.get("exited")) || status.startsWith("exit status ")) {
            return (int) number(end, "exitCode", 0, 255);
        }
        if (!status.startsWith("signal: ")) {
            throw new ProtocolException("the end of a process that neither exited nor was ended by a signal");
        }
        String name = status.substring("signal: ".length());
        if (name.endsWith(" (core dumped)")) {
            name = name.substring(0, name.length() - " (core dumped)".length());
        }
        int number = SIGNALS.indexOf(name) + 1;
        number = number > 0 ? number : MORE_SIGNALS.getOrDefault(name, 0);
        if (number == 0) {
            throw new ProtocolException("the end of a process by a signal that is not known");
        }
        return 128 + number;
    }

    private static @Nullable JsonObject object(JsonObject in, String name) throws ProtocolException {
        JsonElement element = in.get(name);
        if (element == null || element.isJsonNull()) {
            return null;
        }
        if (element instanceof JsonObject object) {
            return object;
        }
        throw new ProtocolException("a member that should be an object");
    }

    private static String text(JsonObject in, String name) {
        JsonElement element = in.get(name);
        return element != null
                        && element.isJsonPrimitive()
                        && element.getAsJsonPrimitive().isString()
                ? element.getAsString()
                : "";
    }

    private static boolean isTrue(@Nullable JsonElement element) {
        return element != null
                && element.isJsonPrimitive()
                && element.getAsJsonPrimitive().isBoolean()
                && element.getAsBoolean();
    }

    /** Reads a whole number that is 0 when it is absent, and may be a text, as proto3 writes the long ones. */
    static long number(JsonObject in, String name, long least, long most) throws ProtocolException {
        JsonElement element = in.get(name);
        if (element == null || element.isJsonNull()) {
            return 0;
        }
        String text = element.isJsonPrimitive() ? element.getAsString() : "";
        long number = text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : -1;
        if (number < least || number > most) {
            throw new ProtocolException("a number that is none, or out of bounds");
        }
        return number;
    }

    private static byte[] base64(JsonElement element) throws ProtocolException {
        if (element.isJsonPrimitive() && element.getAsJsonPrimitive().isString()) {
            try {
                return Base64.getDecoder().decode(element.getAsString());
            } catch (IllegalArgumentException e) {
                throw new ProtocolException("output that is no base64");
            }
        }
        throw new ProtocolException("output that is no text");
    }
}

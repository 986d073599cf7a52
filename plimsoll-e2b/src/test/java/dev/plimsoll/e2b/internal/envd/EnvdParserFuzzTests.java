package dev.plimsoll.e2b.internal.envd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.e2b.internal.envd.Frame.ProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of a microVM is read, or refused in one of two ways, whatever it is. */
@Timeout(120)
class EnvdParserFuzzTests {
    private static final int ROUNDS = 5_000;

    private static final List<String> MESSAGES = List.of(
            "{\"event\":{\"start\":{\"pid\":4711}}}",
            "{\"event\":{\"data\":{\"stdout\":\"aGVsbG8K\"}}}",
            "{\"event\":{\"data\":{\"stderr\":\"aGVsbG8K\"}}}",
            "{\"event\":{\"keepalive\":{}}}",
            "{\"event\":{\"end\":{\"exited\":true,\"status\":\"exit status 0\"}}}",
            "{\"event\":{\"end\":{\"exitCode\":7,\"exited\":true,\"status\":\"exit status 7\",\"error\":\"exit status 7\"}}}",
            "{\"event\":{\"end\":{\"exitCode\":-1,\"status\":\"signal: killed\"}}}");

    private static final List<String> LAST =
            List.of("{}", "{\"error\":{\"code\":\"internal\",\"message\":\"m\"}}", "{\"error\":{\"code\":502}}");

    private static final List<JsonElement> STRANGE = List.of(
            JsonNull.INSTANCE,
            new JsonArray(),
            new JsonObject(),
            new JsonPrimitive(true),
            new JsonPrimitive(""),
            new JsonPrimitive("\ud800"),
            new JsonPrimitive("="),
            new JsonPrimitive(-1),
            new JsonPrimitive(256),
            new JsonPrimitive(0.5),
            JsonParser.parseString("1e400"),
            JsonParser.parseString("99999999999999999999999999"));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void readsOrRefusesStreamsWithBytesChanged(long seed) {
        Random random = new Random(seed);
        int whole = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] stream = stream(random, JsonElement::deepCopy);
            for (int i = random.nextInt(4); i > 0; i--) {
                stream = changed(random, stream);
            }
            whole += readsOrRefuses(seed, round, stream) ? 1 : 0;
        }
        // Some streams stay as they were: were all of them refused, nothing would have been tried.
        assertThat(whole).isBetween(ROUNDS / 20, ROUNDS * 19 / 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void readsOrRefusesMessagesWithValuesChanged(long seed) {
        Random random = new Random(seed);
        int whole = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] stream = stream(random, json -> estranged(random, json));
            whole += readsOrRefuses(seed, round, stream) ? 1 : 0;
        }
        assertThat(whole).isBetween(ROUNDS / 20, ROUNDS * 19 / 20);
    }

    @Test
    void buffersNoFrameThatIsTooLong() {
        for (int length : new int[] {Frame.MAX_LENGTH + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            Buffer announced = new Buffer().writeByte(0).writeInt(length);

            // No EOFException: it was not even tried to read that much.
            assertThatThrownBy(() -> Frame.read(announced)).isInstanceOf(ProtocolException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"event\":", "{\"event\":["})
    void refusesDeepNesting(String opening) {
        byte[] deep = opening.repeat(Frame.MAX_LENGTH / opening.length()).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> Frame.json(deep)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void refusesWhatIsNoUtf8() {
        byte[] overlong = {'{', '"', (byte) 0xc0, (byte) 0x80, '"', ':', '1', '}'};

        assertThatThrownBy(() -> Frame.json(overlong)).isInstanceOf(ProtocolException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"end\":{}}",
                "{\"end\":{\"exited\":true,\"exitCode\":256}}",
                "{\"end\":{\"exited\":true,\"exitCode\":-1}}",
                "{\"end\":{\"status\":\"signal: unheard of\"}}",
                "{\"end\":{\"status\":\"signal: \"}}",
                "{\"end\":7}",
                "{\"start\":{\"pid\":-1}}",
                "{\"data\":{\"stdout\":\"!\"}}",
                "{\"data\":{\"stderr\":7}}"
            })
    void guessesNoEndAndNoOutput(String event) {
        JsonObject message = new JsonObject();
        message.add("event", JsonParser.parseString(event));

        assertThatThrownBy(() -> ProcessEvent.read(message)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void repeatsNothingOfWhatItRefuses() {
        JsonObject error = new JsonObject();
        error.addProperty("code", "guest text \u001b[31m");

        assertThat(ErrorCode.of(error)).isEqualTo(ErrorCode.UNKNOWN);
        assertThatThrownBy(() -> Frame.json("guest text".getBytes(StandardCharsets.UTF_8)))
                .hasMessageNotContaining("guest");
    }

    /** Reads a stream as {@link ProcessCall} does; true when it was good to its end. */
    private static boolean readsOrRefuses(long seed, int round, byte[] stream) {
        Buffer source = new Buffer().write(stream);
        try {
            while (true) {
                Frame frame = Frame.read(source);
                if (frame.last()) {
                    assertThat(ErrorCode.of(frame.message().get("error"))).isNotNull();
                    return true;
                }
                if (ProcessEvent.read(frame.message()) instanceof ProcessEvent.Ended ended) {
                    assertThat(ended.exitCode()).isBetween(0, 255);
                }
            }
        } catch (ProtocolException | EOFException e) {
            return false;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            return fail("seed %d, round %d: %s".formatted(seed, round, new String(stream, StandardCharsets.UTF_8)), e);
        }
    }

    private interface Change {
        JsonElement of(JsonElement json);
    }

    private static byte[] stream(Random random, Change change) {
        Buffer stream = new Buffer();
        for (int i = random.nextInt(6); i > 0; i--) {
            frame(stream, 0, change.of(pick(random, MESSAGES)));
        }
        frame(stream, 2, change.of(pick(random, LAST)));
        return stream.readByteArray();
    }

    private static JsonElement pick(Random random, List<String> texts) {
        return JsonParser.parseString(texts.get(random.nextInt(texts.size())));
    }

    private static void frame(Buffer stream, int flags, JsonElement json) {
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        stream.writeByte(flags).writeInt(bytes.length).write(bytes);
    }

    /** Puts something else somewhere in the JSON, now and then. */
    private static JsonElement estranged(Random random, JsonElement json) {
        if (random.nextInt(12) == 0) {
            return STRANGE.get(random.nextInt(STRANGE.size()));
        }
        if (!(json instanceof JsonObject object)) {
            return json;
        }
        JsonObject changed = new JsonObject();
        object.entrySet().forEach(member -> changed.add(member.getKey(), estranged(random, member.getValue())));
        return changed;
    }

    private static byte[] changed(Random random, byte[] bytes) {
        int at = random.nextInt(bytes.length);
        Buffer changed = new Buffer().write(bytes, 0, at);
        int rest = bytes.length - at;
        switch (random.nextInt(4)) {
            case 0 -> changed.writeByte(bytes[at] ^ (1 << random.nextInt(8))).write(bytes, at + 1, rest - 1);
            case 1 -> changed.writeByte(random.nextInt(256)).write(bytes, at, rest);
            case 2 -> changed.write(bytes, at + 1, rest - 1);
            default -> changed.write(bytes, 0, random.nextInt(bytes.length)).write(bytes, at, rest);
        }
        return changed.size() == 0 ? bytes : changed.readByteArray();
    }
}

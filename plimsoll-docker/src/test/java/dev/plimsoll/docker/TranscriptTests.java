package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.spi.StepOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames as a hostile guest would write them. In the notation here, {@code X{…}} is a frame, {@code #n} a 4-byte number. */
class TranscriptTests {
    private static final String END = " X{\"step\":0,\"exitCode\":0,\"oomKills\":0}";
    private static final String NOTHING =
            " Z{\"outcome\":\"completed\",\"detail\":\"\",\"artifacts\":[],\"artifactsTruncated\":false}";

    private static byte[] frames(String notation) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String word : notation.strip().split(" ", -1)) {
            byte[] payload = payload(word.substring(1));
            out.writeBytes(ByteBuffer.allocate(5)
                    .putInt(payload.length + 1)
                    .put((byte) word.charAt(0))
                    .array());
            out.writeBytes(payload);
        }
        return out.toByteArray();
    }

    private static byte[] payload(String text) {
        if (!text.startsWith("#")) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] rest = text.substring(2).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + rest.length)
                .putInt(text.charAt(1) - '0')
                .put(rest)
                .array();
    }

    private static FrameReader reader(byte[] bytes) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        return new FrameReader((target, offset, length) -> {
            int read = in.readNBytes(target, offset, length);
            if (read > 0 && read < length) {
                throw new EOFException();
            }
            return read == length;
        });
    }

    private static Transcript read(byte[] bytes) throws IOException {
        Transcript transcript =
                new Transcript(2, false, () -> new StepOutput(10), null, new ArtifactIntake(List.of("a", "b"), 8));
        FrameReader reader = reader(bytes);
        for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
            transcript.accept(frame);
        }
        return transcript;
    }

    @Test
    void keepsWhatTheRunnerSays() throws IOException {
        Transcript transcript = read(frames("S#0 Oout Eerr" + END + " S#1 X{\"step\":1,\"exitCode\":3,\"oomKills\":0}"
                + " T#0ab T#0c Z{\"outcome\":\"completed\",\"detail\":\"\",\"artifacts\":[[0,3],[1,0]],"
                + "\"artifactsTruncated\":true,\"more\":1}"));
        assertThat(transcript.steps()).extracting(Transcript.Step::exitCode).containsExactly(0, 3);
        assertThat(transcript.steps().get(0).output().stdout().toOutput().text())
                .isEqualTo("out");
        assertThat(transcript.artifacts()).extracting("path").containsExactly("a", "b");
        assertThat(transcript.artifacts().get(0).content().utf8()).isEqualTo("abc");
        assertThat(transcript.ending().orElseThrow().artifactsTruncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Oearly",
                "S#1",
                "S#0 S#1",
                "S#0 O",
                "S#0 Q",
                "S#0 Vvalue",
                "S#0 C#1{}",
                "S#0 D1",
                "S#0 X[]",
                "S#0 X{\"step\":0}",
                "S#0 X{\"step\":0,\"exitCode\":256,\"oomKills\":0}",
                "S#0 X{\"step\":0,\"exitCode\":1.5,\"oomKills\":0}",
                "S#0 X{\"step\":0,\"step\":0,\"exitCode\":0,\"oomKills\":0}",
                "S#0 X{\"step\":0,\"exitCode\":0,\"oomKills\":0}{}",
                "S#0 X{\"step\":0,\"exitCode\":1,\"oomKills\":0} S#1",
                "S#0" + END + " S#0",
                "S#0" + END + NOTHING,
                "S#0 T#0x",
                "S#0" + END + " T#2x",
                "S#0" + END + " T#1x T#0x",
                "S#0" + END + " T#0123456789",
                "S#0" + END + " T#0x S#1",
                "Z{\"outcome\":\"completed\",\"detail\":\"\",\"artifacts\":[],\"artifactsTruncated\":false}",
                "Z{\"outcome\":\"setup_failed\",\"detail\":\"\",\"artifacts\":[],\"artifactsTruncated\":0}",
                "Z{\"outcome\":\"setup_failed\",\"detail\":\"\",\"artifacts\":[[0,1]],\"artifactsTruncated\":false}",
                "Z{\"outcome\":\"setup_failed\",\"detail\":\"\",\"artifacts\":[[1,0],[0,0]],\"artifactsTruncated\":false}",
                "Z{\"outcome\":\"setup_failed\",\"detail\":\"\",\"artifacts\":[],\"artifactsTruncated\":false} S#0"
            })
    void refusesWhatIsNotDue(String notation) {
        assertThatExceptionOfType(BrokenProtocolException.class).isThrownBy(() -> read(frames(notation)));
    }

    @Test
    void believesNoLengthBeforeItIsCompared() {
        for (int length : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 65_553}) {
            byte[] head = ByteBuffer.allocate(5).putInt(length).put((byte) 'O').array();
            assertThatExceptionOfType(BrokenProtocolException.class)
                    .as("length %s", length)
                    .isThrownBy(() -> reader(head).next());
        }
    }

    @Test
    void hasNoAnswerToNoiseButABrokenProtocol() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = frames("S#0 Oout Eerr" + END + " S#1" + END.replace("step\":0", "step\":1") + NOTHING);
            for (int flips = random.nextInt(4) + 1; flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Throwable thrown = catchThrowable(() -> read(bytes));
            if (thrown != null) {
                assertThat(thrown)
                        .as("seed 1, round %s", i)
                        .isInstanceOfAny(BrokenProtocolException.class, EOFException.class);
            }
        }
    }
}

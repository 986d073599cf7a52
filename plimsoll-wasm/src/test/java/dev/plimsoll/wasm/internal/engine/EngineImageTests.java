package dev.plimsoll.wasm.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineImageTests {
    private static final EngineImage IMAGE = EngineTemplate.load().image();

    @Test
    void comesFromTheEngineThatIsCommitted() throws Exception {
        assertThat(IMAGE.engineHash()).isEqualTo(hashOf("quickjs.wasm"));
    }

    @Test
    void isPinnedWithTheEngineThatTestsCompareItWith() throws Exception {
        assertThat(Files.readAllLines(Path.of("engine", "engine.sha256")))
                .containsExactly(
                        hashOf("quickjs.wasm") + "  quickjs.wasm",
                        hashOf("quickjs-unsplit.wasm") + "  quickjs-unsplit.wasm");
    }

    private static String hashOf(String file) throws Exception {
        byte[] content = Files.readAllBytes(Path.of("engine", file));
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    @Test
    void isReadAsItWasWritten() throws IOException {
        byte[] bytes = IMAGE.toBytes();

        EngineImage read = EngineImage.read(new ByteArrayInputStream(bytes), IMAGE.engineHash());

        assertThat(read.toBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.00001, 0.0001, 0.00015, 0.5, 0.999, 1})
    void refusesADamagedImage(double where) {
        byte[] bytes = IMAGE.toBytes();
        bytes[(int) (where * (bytes.length - 1))] ^= 1;

        assertThatThrownBy(() -> EngineImage.read(new ByteArrayInputStream(bytes), IMAGE.engineHash()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void refusesAnImageThatIsCutOffOrGoesOn() {
        byte[] bytes = IMAGE.toBytes();
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);

        for (int length : new int[] {0, 3, 40, 100, bytes.length - 1}) {
            assertThatThrownBy(() -> EngineImage.read(new ByteArrayInputStream(bytes, 0, length), IMAGE.engineHash()))
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> EngineImage.read(new ByteArrayInputStream(longer), IMAGE.engineHash()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void refusesTheImageOfAnotherEngine() {
        assertThatThrownBy(() -> EngineImage.read(new ByteArrayInputStream(IMAGE.toBytes()), "0".repeat(64)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another engine");
    }
}

package dev.plimsoll.examples.grant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class GrantExampleTests {
    @Test
    void showsWhatAGrantAllowsAndWhatItDoesNot() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean sound = new GrantExample(new PrintStream(bytes, true, StandardCharsets.UTF_8)).run();
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.subList(0, 6))
                .containsExactly(
                        "allowed:          { id: 7, name: 'Ada' }",
                        "refused:          403 no route of the grant allows this call",
                        "refused by hand:  403 no route of the grant allows this call",
                        "wider grant:      { id: 7, salary: 4711 }",
                        "the API was asked [GET /v1/employees/7, GET /v1/salaries/7]",
                        "the trace holds   [GET /v1/employees/* -> 200] with 0 denied, and [] with 1 denied");
        assertThat(lines.get(6)).matches("from inside:      credential found 0 times in \\d{3,} objects and functions");
        assertThat(lines.get(7))
                .matches("from outside:     credential found 0 times in \\d{6,} bytes of engine memory,"
                        + " where the guest's own mark was found too");
        assertThat(lines).hasSize(8);
        assertThat(sound).isTrue();
    }

    /** The search of the memory finds what a guest holds: the credential would be found too. */
    @Test
    void findsWhatIsInAnEnginesMemory() {
        byte[] large = new byte[1 << 20];
        byte[] text = ("in-a-large-array-" + Long.toHexString(System.nanoTime())).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(text, 0, large, 700_000, text.length);
        EngineMemories memories = EngineMemories.dump();
        assertThat(memories.count(new String(text, StandardCharsets.UTF_8))).isEqualTo(1);
        assertThat(large[700_000]).isEqualTo((byte) 'i');
    }
}

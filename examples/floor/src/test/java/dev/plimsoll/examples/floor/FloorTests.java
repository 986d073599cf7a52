package dev.plimsoll.examples.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FloorTests {
    @Test
    void refusesBelowTheFloorWithoutATraceAndRunsAboveIt() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Floor(new PrintStream(bytes, true, StandardCharsets.UTF_8)).show();
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(9);
        assertThat(lines.get(0)).isEqualTo("the wall:              process");
        assertThat(lines.get(1))
                .startsWith("floor of the request:   nothing ran")
                .contains("process", "floor is vm");
        assertThat(lines.get(2)).isEqualTo("    reason ISOLATION, worth trying elsewhere: true");
        assertThat(lines.get(3)).isEqualTo("    event REFUSED, receipt none; calls 0, credentials 0");
        assertThat(lines.get(4))
                .startsWith("floor of the sandbox:   nothing ran")
                .contains("floor is container");
        assertThat(lines.get(6)).isEqualTo("    event REFUSED, receipt none; calls 0, credentials 0");
        // the witness is a good one: it sees the code that does run
        assertThat(lines.get(7)).matches("a floor the wall meets: I ran behind process, receipt [0-9a-f]{64}");
        assertThat(lines.get(8)).isEqualTo("    event COMPLETED, receipt yes; calls 1, credentials 1");
    }
}

package dev.plimsoll.examples.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayBundleTests {
    @TempDir
    private Path folder;

    @Test
    void everyRunComesOutTheSame() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReplayBundle.run(folder, new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("runs:      5, 5 same, 0 different");
        assertThat(Files.readString(folder.resolve("replay.html"))).startsWith("<!DOCTYPE html>");
    }
}

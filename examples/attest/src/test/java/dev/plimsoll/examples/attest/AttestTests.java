package dev.plimsoll.examples.attest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttestTests {
    @TempDir
    private Path folder;

    @Test
    void signsVerifiesAndRefusesAnEdit() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Attest.signAndVerify(folder.resolve("runs.bundle"), new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("runs:    2", "closed:  true", "refused: line 2: ");
        assertThat(Files.exists(folder.resolve("runs.bundle"))).isTrue();
    }
}

package dev.plimsoll.examples.attest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
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
    void signsVerifiesAndRefusesAnEdit() throws Exception {
        assertThat(output(() -> Attest.main(new String[] {folder.toString()})))
                .contains("runs:    2", "closed:  true", "refused: line 2: ");
        assertThat(Files.exists(folder.resolve("runs.bundle"))).isTrue();
    }

    private static String output(Program program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            System.setOut(captured);
            program.run();
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** An example's main method. */
    private interface Program {
        void run() throws Exception;
    }
}

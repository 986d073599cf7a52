package dev.plimsoll.examples.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
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
    void everyRunComesOutTheSame() throws Exception {
        assertThat(output(() -> ReplayBundle.main(new String[] {folder.toString()})))
                .contains("runs:      5, 5 same, 0 different");
        assertThat(Files.readString(folder.resolve("replay.html"))).startsWith("<!DOCTYPE html>");
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

package dev.plimsoll.examples.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CustomProviderTests {
    @Test
    void runsASnippetAndIsKeptFromAnother() throws Exception {
        assertThat(output(() -> CustomProvider.main(new String[0])))
                .contains("isolation: none", "stdout:    42", "refused:   ")
                .doesNotContain("never\n");
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

package dev.plimsoll.examples.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CustomProviderTests {
    @Test
    void runsASnippetAndIsKeptFromAnother() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CustomProvider.run(new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("isolation: none", "stdout:    42", "refused:   ")
                .doesNotContain("never\n");
    }
}

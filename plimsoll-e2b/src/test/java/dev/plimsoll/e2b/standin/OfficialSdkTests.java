package dev.plimsoll.e2b.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stand-in, as E2B's official JavaScript SDK sees it. */
class OfficialSdkTests {
    private static final int CHECKS = 16;

    @TempDir
    Path folder;

    @Test
    @Timeout(180)
    void theOfficialSdkPassesItsChecks() throws IOException, InterruptedException {
        Optional<String> sdk = Optional.ofNullable(System.getenv("PLIMSOLL_E2B_SDK"));
        boolean required = "1".equals(System.getenv("PLIMSOLL_REQUIRE_NODE"));
        assumeTrue(
                required || sdk.isPresent(),
                "needs Node.js and E2B's SDK: run .ci/sdk-up FOLDER, and set PLIMSOLL_E2B_SDK to the folder");
        assertThat(sdk).as("PLIMSOLL_E2B_SDK").isPresent();

        Path printed = folder.resolve("printed");
        try (StandIn standIn = StandIn.start()) {
            ProcessBuilder builder = new ProcessBuilder("node", "src/test/js/check.mjs")
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile());
            builder.environment().put("E2B_API_KEY", standIn.apiKey());
            builder.environment().put("E2B_API_URL", standIn.apiUrl().toString());
            builder.environment().put("E2B_SANDBOX_URL", standIn.sandboxUrl().toString());
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
            Process node = builder.start();
            try {
                boolean ended = node.waitFor(150, TimeUnit.SECONDS);
                assertThat(Files.readString(printed))
                        .as("what the SDK's checks print")
                        .contains("ok " + CHECKS + " ")
                        .endsWith(CHECKS + " passed\n");
                assertThat(ended).isTrue();
                assertThat(node.exitValue()).isZero();
            } finally {
                node.destroyForcibly();
            }
            assertThat(standIn.alive()).isEmpty();
        }
    }
}

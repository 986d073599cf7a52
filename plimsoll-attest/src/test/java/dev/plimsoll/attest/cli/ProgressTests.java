package dev.plimsoll.attest.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.attest.BundleVerifier;
import dev.plimsoll.attest.BundleWriter;
import dev.plimsoll.attest.Exchange;
import dev.plimsoll.attest.Replay;
import dev.plimsoll.attest.SigningKey;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.testkit.PlimsollTest;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTests {
    private static final long LONG = 64L << 20;

    private final StringWriter shown = new StringWriter();

    @TempDir
    private Path folder;

    private Progress progress(long total, boolean wanted, String... words) {
        return new Progress(new PrintWriter(shown), total, wanted, List.of(words));
    }

    @Test
    void showsAtOnceHowFarALongBundleHasCome() {
        try (Progress progress = progress(LONG, true, "verified")) {
            progress.accept(LONG / 4);
            progress.accept(LONG / 4 + 1);
        }
        assertThat(shown.toString()).isEqualTo("\rverified 25 % of 64 MiB" + System.lineSeparator());
    }

    @Test
    void showsNothingOfAShortBundleOrUnlessWanted() {
        try (Progress unwanted = progress(LONG, false, "verified");
                Progress brief = progress(LONG / 64, true, "verified")) {
            unwanted.accept(LONG / 4);
            brief.accept(1);
        }
        assertThat(shown.toString()).isEmpty();
    }

    /** A replay reads the bundle twice: it verifies it, and then runs it. */
    @Test
    @PlimsollTest(tier = Isolation.CONTAINER)
    void tellsTheReplayFromTheVerificationBeforeIt(ScriptedSandbox scripted) throws IOException {
        scripted.otherwise(request -> ScriptedRun.printing("1"));
        JavaScriptRequest request = JavaScriptRequest.of("1");
        Path bundle = folder.resolve("bundle");
        SigningKey key = SigningKey.generate();
        try (BundleWriter writer = BundleWriter.create(bundle, key)) {
            writer.append(new Exchange(request, scripted.sandbox().runJavaScript(request)));
            writer.closeBundle();
        }
        try (Progress progress = progress(LONG, true, "verified", "replayed")) {
            Replay.run(bundle, BundleVerifier.with(key.verifyKey()).progress(progress), scripted.sandbox());
        }
        String end = System.lineSeparator();
        assertThat(shown.toString()).isEqualTo("\rverified 0 % of 64 MiB" + end + "\rreplayed 0 % of 64 MiB" + end);
    }
}

package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.docker.internal.engine.EngineSettings;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real engine over TCP with TLS: both sides show certificates, and neither takes a stranger's. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TlsTests {
    @TempDir
    private Path folder;

    private static URI host() {
        return TestEngine.requireTls().host();
    }

    private static SandboxBuilder builder(String host, Path certificates) {
        return TestEngine.builder(TestEngine.Tier.RUNC)
                .option("host", host)
                .option("certPath", certificates.toString())
                .option("tlsVerify", "true");
    }

    /** What a client needs: whom to trust, and who it is. */
    private Path certificates(String trust, String own) throws IOException {
        Path all = TestEngine.requireTls().certificates();
        Files.copy(all.resolve(trust).resolve("ca.pem"), folder.resolve("ca.pem"));
        Files.copy(all.resolve(own).resolve("cert.pem"), folder.resolve("cert.pem"));
        Files.copy(all.resolve(own).resolve("key.pem"), folder.resolve("key.pem"));
        return folder;
    }

    @Test
    void runsOverTlsAsOverASocket() throws IOException {
        try (Sandbox sandbox =
                builder(host().toString(), certificates("tls", "tls")).open()) {
            JavaScriptResult result =
                    sandbox.runJavaScript(JavaScriptRequest.builder("process.stdout.write('x'.repeat(1<<20))")
                            .timeout(Duration.ofSeconds(60))
                            .outputBytes(1 << 20)
                            .floor(Isolation.CONTAINER)
                            .build());
            assertThat(result.exitCode()).as(result.stderrText()).isZero();
            assertThat(result.stdout().bytes().length()).isEqualTo(1 << 20);
        }
    }

    /** docker-java leaves a context's certificates out. */
    @Test
    void takesTheCertificatesOfAContext() throws IOException, NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest("far".getBytes(StandardCharsets.UTF_8));
        Path contexts = folder.resolve("contexts");
        Path meta = contexts.resolve("meta").resolve(HexFormat.of().formatHex(digest));
        Path tls = contexts.resolve("tls").resolve(HexFormat.of().formatHex(digest));
        Files.createDirectories(meta);
        Files.createDirectories(tls);
        Files.writeString(meta.resolve("meta.json"), "{\"Endpoints\":{\"docker\":{\"Host\":\"" + host() + "\"}}}");
        Files.createSymbolicLink(
                tls.resolve("docker"), TestEngine.requireTls().certificates().resolve("tls"));
        String before = System.setProperty("DOCKER_CONFIG", folder.toString());
        try (Sandbox sandbox = TestEngine.builder(TestEngine.Tier.RUNC)
                .option("context", "far")
                .open()) {
            assertThat(sandbox.describe().evidence().isolation()).isEqualTo(Isolation.CONTAINER);
        } finally {
            if (before == null) {
                System.clearProperty("DOCKER_CONFIG");
            } else {
                System.setProperty("DOCKER_CONFIG", before);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"stranger, tls, 127.0.0.1", "tls, stranger, 127.0.0.1", "tls, tls, localhost"})
    void refusesAStranger(String trust, String own, String name) throws IOException {
        String host = "tcp://" + name + ":" + host().getPort();
        SandboxBuilder builder = builder(host, certificates(trust, own));
        ProviderUnavailableException e = catchThrowableOfType(ProviderUnavailableException.class, builder::open);
        assertThat(e).isNotNull();
        assertThat(e.reason()).isEqualTo(RefusalReason.CAPACITY);
        assertThat(e).hasMessageContaining("see whether an engine is there and you may use it");
    }

    @Test
    void isNotHeldByAHandshakeThatNeverEnds() throws IOException {
        Path certificates = certificates("tls", "tls");
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SandboxBuilder builder = builder("tcp://127.0.0.1:" + silent.getLocalPort(), certificates)
                    .option("openTimeout", "PT0.5S");
            ProviderUnavailableException e = catchThrowableOfType(ProviderUnavailableException.class, builder::open);
            assertThat(e).isNotNull().hasMessageContaining("did not answer within");
        }
    }

    @Test
    void speaksToNoPortWithoutCertificates() {
        String host = host().toString();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineSettings.of(new EngineSettings.Overrides(
                        Optional.of(host), Optional.empty(), Optional.empty(), Optional.of(false))))
                .withMessageContaining("without TLS");
    }
}

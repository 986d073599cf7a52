package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pages about grants and profiles: their code is compiled and run, against a server on loopback. */
@Timeout(120)
class PagesTests {
    @TempDir
    Path folder;

    @Test
    void thePageAboutGrantsShowsCodeThatRuns() throws IOException, ReflectiveOperationException {
        List<String> java = PageCode.blocks("grants.md", "java");
        assertThat(java).hasSize(2);
        try (RawServer server = RawServer.saying("{\"id\":7}");
                Sandbox sandbox = Sandbox.open("wasm")) {
            String code = java.get(0)
                    .replace("https://api.example.com", server.origin())
                    .replace("System.getenv(\"STAFF_TOKEN\")", "\"t0ken\"")
                    .replace("sandbox.run", "open.run");
            JavaScriptResult result = (JavaScriptResult) PageCode.run(code + "return result;", folder, sandbox);
            assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("{ id: 7 }\n");
            assertThat(server.requests().get(0).header("authorization")).containsExactly("Bearer t0ken");
            Object opened =
                    PageCode.run(java.get(1) + "return sandbox;", Files.createDirectory(folder.resolve("2")), sandbox);
            ((Sandbox) opened).close();
        }
    }

    @Test
    void thePageAboutGrantsNamesTheBoundsThatHold() throws IOException {
        assertThat(PageCode.page("grants.md"))
                .contains("| request body | " + (GuestCall.MAX_BODY_BYTES >> 20) + " MiB")
                .contains("| response body | " + (Reply.MAX_BODY_BYTES >> 20) + " MiB")
                .contains(QuietTime.DEFAULT.toSeconds() + " s without one, at most " + QuietTime.LONGEST.toSeconds()
                        + " s");
    }

    @Test
    void thePageAboutProfilesShowsADocumentAndCodeThatRun()
            throws IOException, ReflectiveOperationException, GeneralSecurityException {
        List<String> java = PageCode.blocks("profiles.md", "java");
        List<String> yaml = PageCode.blocks("profiles.md", "yaml");
        assertThat(java).hasSize(1);
        assertThat(yaml).hasSize(1);
        writeKey(folder.resolve("hr-key.pem"));
        Files.writeString(folder.resolve("hr-client.js"), "globalThis.employees = () => hr.get('/v1/employees');");
        try (RawServer server = RawServer.saying("[]");
                Sandbox unused = Sandbox.open("wasm")) {
            Path document = Files.writeString(
                    folder.resolve("profiles.yaml"), yaml.get(0).replace("https://hr.example.com", server.origin()));
            String code = java.get(0)
                    .replace("\"profiles.yaml\"", "\"" + document + "\"")
                    .replace(".build());\n}", ".build());\nreturn result;\n}");
            JavaScriptResult result = (JavaScriptResult) PageCode.run(code, folder, unused);
            assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("[]\n");
            assertThat(server.requestLines()).containsExactly("GET /v1/employees HTTP/1.1");
            assertThat(server.requests().get(0).header("authorization"))
                    .singleElement()
                    .asString()
                    .startsWith("Bearer ey");
        }
    }

    private static void writeKey(Path file) throws IOException, GeneralSecurityException {
        byte[] key = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                file,
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(key)
                        + "\n-----END PRIVATE KEY-----\n");
    }
}

package dev.plimsoll.examples.packaging;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import java.time.Duration;

/** Shows that all of plimsoll is found, however the program is packed. */
public final class Packed {
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private Packed() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        System.out.println("named module: " + Packed.class.getModule().isNamed());
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptRequest request = JavaScriptRequest.builder("console.log(6 * 7)")
                    .floor(Isolation.PROCESS)
                    .timeout(AMPLE)
                    .build();
            JavaScriptResult result = sandbox.runJavaScript(request);
            Receipts.check(request, result);
            System.out.println(
                    "wasm: " + result.isolation() + ", " + result.stdoutText().strip());
            System.out.println("engine: " + result.record().environment());
            System.out.println("request: " + result.record().requestSha256());
            System.out.println("broker: " + granted(sandbox));
        }
        System.out.println("docker: " + whatItMisses("docker"));
        System.out.println("e2b: " + whatItMisses("e2b"));
    }

    /** Calls an API that is not there: that the broker says so, and the guest hears it, is what matters here. */
    private static String granted(Sandbox sandbox) {
        Grant grant = Grant.builder("http://127.0.0.1:1")
                .allow(Route.get("/v1/*"))
                .minter(request -> MintedToken.of(Secret.of("t0ken")))
                .build();
        return sandbox.runJavaScript(
                        JavaScriptRequest.builder("try { await host.get('/v1/7') } catch (e) { console.log(e.status) }")
                                .grant(grant)
                                .timeout(AMPLE)
                                .build())
                .stdoutText()
                .strip();
    }

    /** A provider that says which option it misses was found, with all that it is made of. */
    private static String whatItMisses(String provider) {
        try (Sandbox sandbox = Sandbox.open(provider)) {
            return "opened " + sandbox;
        } catch (ProviderUnavailableException e) {
            return String.valueOf(e.getMessage());
        }
    }
}

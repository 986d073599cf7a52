package dev.plimsoll.launched;

import com.google.gson.Gson;
import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import okhttp3.OkHttpClient;

/** An application on the class path whose libraries are modules. The key is in the environment, as in production. */
public final class ModulePathMain {
    private ModulePathMain() {}

    /** Takes where the control plane and the microVMs are, and a port that nobody listens on. */
    public static void main(String[] args) {
        try (Sandbox sandbox = Sandbox.builder()
                .provider("e2b")
                .option("apiUrl", args[0])
                .option("sandboxUrl", args[1])
                .option("probeHost", "127.0.0.1")
                .option("probePort", args[2])
                .open()) {
            JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder("console.log(6 * 7)")
                    .timeout(Duration.ofMinutes(1))
                    .build());
            System.out.println(result.stdoutText().strip() + " behind " + result.isolation());
        }
        for (Class<?> library : new Class<?>[] {Sandbox.class, OkHttpClient.class, Gson.class}) {
            System.out.println(library.getModule().getName());
        }
        System.out.println(ModuleLayer.boot().findModule("dev.plimsoll.e2b").isPresent());
    }
}

package dev.plimsoll.broker;

import dev.plimsoll.grant.Grant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The guest's side, as source. Convenience only: the broker relies on nothing that a guest runs. */
final class ClientScripts {
    private static final String JAVASCRIPT = read("guest-client.js");
    private static final String PYTHON = read("guest_client.py");

    private ClientScripts() {}

    /** Defines the grant's global, and then runs the grant's own script, where the primitive is out of sight. */
    static String javaScript(Grant grant) {
        String client = JAVASCRIPT.replace("__PLIMSOLL_GLOBAL_NAME__", grant.globalName());
        return grant.guestScript().isEmpty()
                ? client
                : client + "\n(function (hostCall, define) {\n" + grant.guestScript() + "\n})();\n";
    }

    static String python() {
        return PYTHON;
    }

    private static String read(String name) {
        try (InputStream in = ClientScripts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in this build of plimsoll-broker");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

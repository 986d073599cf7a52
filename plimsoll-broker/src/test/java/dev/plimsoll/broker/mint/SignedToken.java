package dev.plimsoll.broker.mint;

import dev.plimsoll.run.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A compact JWS taken apart by hand, with nothing of the library that made it. */
record SignedToken(Map<?, ?> header, Map<?, ?> claims, Bytes signed, Bytes signature) {
    static SignedToken parse(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            throw new AssertionError("a compact JWS has three parts, not " + parts.length);
        }
        return new SignedToken(
                json(parts[0]),
                json(parts[1]),
                Bytes.utf8(parts[0] + "." + parts[1]),
                Bytes.copyOf(Base64.getUrlDecoder().decode(parts[2])));
    }

    private static Map<?, ?> json(String base64) {
        String text = new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8);
        return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }
}

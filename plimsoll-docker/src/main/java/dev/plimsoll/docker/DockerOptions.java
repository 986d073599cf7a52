package dev.plimsoll.docker;

import dev.plimsoll.docker.internal.engine.EngineSettings;
import dev.plimsoll.spi.ProviderOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** The provider's options, checked. */
record DockerOptions(
        EngineSettings.Overrides engine,
        String image,
        String runtime,
        boolean requireDigest,
        long cpuMillis,
        long diskBytes,
        int pool,
        Duration proofAge,
        Duration openTimeout) {
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,511}");
    private static final Pattern RUNTIME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final long MIB = 1 << 20;

    static DockerOptions read(ProviderOptions options) {
        EngineSettings.Overrides engine = new EngineSettings.Overrides(
                options.text("host"),
                options.text("context"),
                options.text("certPath"),
                options.text("tlsVerify").isEmpty() ? Optional.empty() : Optional.of(options.bool("tlsVerify", true)));
        String image = options.text("image")
                .orElseThrow(() -> options.invalid(
                        "image", "is required: the name or id of an image with plimsoll's runner, see docs/docker.md"));
        require(options, "image", image, IMAGE, "must be the name or id of an image");
        String runtime = options.text("runtime").orElse("runc");
        require(options, "runtime", runtime, RUNTIME, "must be the name of a runtime, such as runc or runsc");
        return new DockerOptions(
                engine,
                image,
                runtime,
                options.bool("requireDigest", false),
                options.number("cpuMillis", 1000, 10, 1_000_000),
                options.number("diskBytes", 64 * MIB, 4 * MIB, 16L << 30),
                (int) options.number("pool", 0, 0, 256),
                options.duration("proofAge", Duration.ofMinutes(5), Duration.ZERO, Duration.ofHours(1)),
                options.duration("openTimeout", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofMinutes(5)));
    }

    private static void require(ProviderOptions options, String name, String text, Pattern form, String fault) {
        if (!form.matcher(text).matches()) {
            throw options.invalid(name, fault);
        }
    }
}

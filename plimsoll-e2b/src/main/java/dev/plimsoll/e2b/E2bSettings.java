package dev.plimsoll.e2b;

import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.ProviderOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * What an application says about its E2B account, checked without asking anybody.
 *
 * @param apiKey the account's key
 * @param api where the control plane is
 * @param sandboxes where all microVMs are reached, if it is one address
 * @param domain the domain of the microVMs, for those whose creation does not name one
 * @param template the template they start from
 * @param node the command that runs JavaScript in them
 * @param createV1 whether they are created by the older call
 * @param owner the name under which leftovers are found; empty for a random one
 * @param mostVms how many may live at once
 * @param patience how long a run may wait for a microVM when there is no room
 * @param callTimeout how long a call may take; a creation may take longer
 * @param keepAlive how often a quiet stream has to give a sign
 * @param reapEvery how often leftovers are looked for
 * @param transferBytes how much output of one run is brought here, kept or not
 * @param probeHost an address that must not answer from inside
 * @param probePort its port
 */
record E2bSettings(
        Secret apiKey,
        HttpUrl api,
        Optional<HttpUrl> sandboxes,
        String domain,
        String template,
        String node,
        boolean createV1,
        Optional<String> owner,
        int mostVms,
        Duration patience,
        Duration callTimeout,
        Duration keepAlive,
        Duration reapEvery,
        long transferBytes,
        String probeHost,
        int probePort) {
    private static final Pattern KEY = Pattern.compile("e2b_[A-Za-z0-9_-]{1,256}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern TEMPLATE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./:-]{0,127}");
    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9][a-z0-9.-]{0,252}");
    private static final Pattern COMMAND = Pattern.compile("[A-Za-z0-9_./-]{1,255}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:-]{0,252}");
    /** What the smallest plan allows. */
    private static final int HOBBY_CAP = 20;

    static E2bSettings of(ProviderOptions options) {
        String domain = matching(options, "domain", DOMAIN, "e2b.app");
        return new E2bSettings(
                key(options),
                url(options, "apiUrl").orElseGet(() -> HttpUrl.get("https://api." + domain)),
                url(options, "sandboxUrl"),
                domain,
                matching(options, "template", TEMPLATE, "base"),
                matching(options, "node", COMMAND, "node"),
                matching(options, "createVersion", Pattern.compile("v[12]"), "v2")
                        .equals("v1"),
                options.text("owner").map(name -> requireMatch(options, "owner", NAME, name)),
                (int) options.number("maxSandboxes", HOBBY_CAP, 1, 10_000),
                options.duration("createWait", Duration.ofSeconds(5), Duration.ZERO, Duration.ofMinutes(5)),
                options.duration("callTimeout", Duration.ofSeconds(60), Duration.ofMillis(100), Duration.ofMinutes(10)),
                options.duration("keepAlive", Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofMinutes(5)),
                options.duration("reapEvery", Duration.ofMinutes(5), Duration.ofSeconds(1), Duration.ofDays(1)),
                options.number("transferBytes", 64L << 20, 1 << 20, 1L << 40),
                matching(options, "probeHost", HOST, "1.1.1.1"),
                (int) options.number("probePort", 443, 1, 65_535));
    }

    private static Secret key(ProviderOptions options) {
        Secret key = options.secret("apiKey")
                .or(() -> Optional.ofNullable(System.getenv("E2B_API_KEY")).map(Secret::of))
                .orElseThrow(() -> options.invalid(
                        "apiKey",
                        "is missing: set it as a secret option, or set the environment variable E2B_API_KEY"));
        if (!KEY.matcher(key.reveal()).matches()) {
            throw options.invalid("apiKey", "must be a key of the form e2b_...");
        }
        return key;
    }

    private static String matching(ProviderOptions options, String name, Pattern pattern, String unset) {
        return requireMatch(options, name, pattern, options.text(name).orElse(unset));
    }

    private static String requireMatch(ProviderOptions options, String name, Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw options.invalid(name, "must match " + pattern);
        }
        return text;
    }

    /** Takes HTTPS only, but for an address of this machine: the key and the code go there. */
    private static Optional<HttpUrl> url(ProviderOptions options, String name) {
        return options.text(name).map(text -> {
            HttpUrl url = HttpUrl.parse(text);
            boolean bare = url != null
                    && url.username().isEmpty()
                    && url.password().isEmpty()
                    && url.query() == null
                    && url.fragment() == null
                    && url.encodedPath().equals("/");
            if (url == null || !bare || !(url.isHttps() || isLoopback(url.host()))) {
                throw options.invalid(
                        name, "must be an https address without user, path and query; http only to this machine");
            }
            return url;
        });
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("::1");
    }
}

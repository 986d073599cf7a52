package dev.plimsoll.internal;

import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.spi.SandboxProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the one provider of an id, or says why there is none. */
final class ProviderLoader {
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,32}");
    /** What there is to do about a provider that breaks the rules of its interface. */
    private static final String REPORT = "report it to the provider's author, or use another version of its artifact";

    private ProviderLoader() {}

    /**
     * Finds a provider.
     *
     * @param id the id
     * @param loader where to look besides the class loader of this library; null for nowhere else
     * @throws ProviderUnavailableException if there is none, more than one, or it cannot be used
     */
    static SandboxProvider find(String id, @Nullable ClassLoader loader) {
        ServiceDiscovery<SandboxProvider> own =
                ServiceDiscovery.in(ServiceLoader.load(SandboxProvider.class, ProviderLoader.class.getClassLoader()));
        List<SandboxProvider> found = new ArrayList<>(own.found());
        List<Throwable> broken = new ArrayList<>(own.broken());
        if (loader != null) {
            ServiceDiscovery<SandboxProvider> other =
                    ServiceDiscovery.in(ServiceLoader.load(SandboxProvider.class, loader));
            other.found().stream()
                    .filter(provider -> found.stream().noneMatch(p -> p.getClass() == provider.getClass()))
                    .forEach(found::add);
            broken.addAll(other.broken());
        }
        return choose(id, found, broken);
    }

    private static SandboxProvider choose(String id, List<SandboxProvider> found, List<Throwable> broken) {
        List<String> ids = new ArrayList<>();
        List<SandboxProvider> matching = new ArrayList<>();
        for (SandboxProvider provider : found) {
            try {
                String foundId = idOf(provider);
                ids.add(foundId);
                if (foundId.equals(id)) {
                    matching.add(provider);
                }
            } catch (ProviderUnavailableException e) {
                broken.add(e);
            }
        }
        if (matching.isEmpty()) {
            throw unavailable(id, missing(id, ids, broken), broken.isEmpty() ? null : broken.get(0));
        }
        if (matching.size() > 1) {
            String classes = matching.stream()
                    .map(p -> p.getClass().getName() + " in " + source(p.getClass()))
                    .collect(Collectors.joining(", "));
            throw unavailable(
                    id,
                    "there are " + matching.size() + " providers with the id " + id + ": " + classes
                            + "; keep one artifact, or pass the provider object to the builder",
                    null);
        }
        return matching.get(0);
    }

    /**
     * Asks a provider for its id.
     *
     * @throws ProviderUnavailableException if it has none, naming its class
     */
    static String idOf(SandboxProvider provider) {
        String name = provider.getClass().getName();
        String id;
        try {
            id = provider.id();
        } catch (RuntimeException | LinkageError e) { // as when the method is not there
            throw unavailable(
                    "",
                    "provider " + name + " could not state its id: " + ServiceDiscovery.describe(e) + "; " + REPORT,
                    e);
        }
        requireId(stated(id, "id()", provider, ""), "the id of provider " + name, REPORT);
        return id;
    }

    /**
     * Checks the form of an id.
     *
     * @param what names the id
     * @param advice says what to do
     * @throws ProviderUnavailableException if it is malformed
     */
    static void requireId(String id, String what, String advice) {
        if (!ID.matcher(id).matches()) {
            throw unavailable("", what + " must be 1 to 32 of a-z 0-9 -, such as wasm; " + advice, null);
        }
    }

    /**
     * Returns what a provider or its backend says about itself.
     *
     * @param value what the method returned
     * @throws ProviderUnavailableException if that is null, which the interface does not allow
     */
    static <T> T stated(@Nullable T value, String method, Object of, String id) {
        if (value == null) {
            throw unavailable(
                    id,
                    "provider " + (id.isEmpty() ? "" : id + " ") + "("
                            + of.getClass().getName() + ") returned null from " + method + "; " + REPORT,
                    null);
        }
        return value;
    }

    /**
     * Checks that a provider was built for this version of the interface.
     *
     * @throws ProviderUnavailableException if it was not
     */
    static void requireSpiVersion(SandboxProvider provider, String id) {
        int version;
        try {
            version = provider.spiVersion();
        } catch (RuntimeException | LinkageError e) { // as when the method is not there
            throw unavailable(
                    id,
                    "provider " + id + " (" + provider.getClass().getName() + ") has no SPI version: it was built "
                            + "for another plimsoll; use the plimsoll-bom so that all artifacts have one version",
                    e);
        }
        if (version != SandboxProvider.SPI_VERSION) {
            throw unavailable(
                    id,
                    "provider " + id + " (" + provider.getClass().getName() + ") was built for SPI version " + version
                            + ", this plimsoll-api has version " + SandboxProvider.SPI_VERSION
                            + "; use the plimsoll-bom so that all artifacts have one version",
                    null);
        }
    }

    static ProviderUnavailableException unavailable(String id, String message, @Nullable Throwable cause) {
        return new ProviderUnavailableException(RefusalReason.UNSUPPORTED, id, message, cause);
    }

    private static String missing(String id, List<String> ids, List<Throwable> broken) {
        String there = ids.isEmpty()
                ? "none were found"
                : "found: " + ids.stream().sorted().toList();
        String hint = (broken.isEmpty() ? "" : "repair or remove what is broken, or ")
                + "add its artifact, such as dev.plimsoll:plimsoll-" + id
                + ", to the class path or module path, or pass a class loader to the builder";
        String errors = broken.isEmpty()
                ? ""
                : "; broken: " + broken.stream().map(ServiceDiscovery::describe).collect(Collectors.joining("; "));
        return "there is no provider with the id " + id + " (" + there + errors + "); " + hint;
    }

    private static String source(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? "an unknown place"
                : source.getLocation().toString();
    }
}

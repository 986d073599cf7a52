package dev.plimsoll.internal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Finds implementations of a service, and keeps what went wrong with each that could not be had.
 *
 * <p>The thread's context class loader is never asked: it may be null, or know another copy of our classes.
 *
 * @param <S> the service
 */
final class ServiceDiscovery<S> {
    /** A broken provider file could yield errors for ever; real class paths have a handful of providers. */
    private static final int MAX_STEPS = 1_000;

    private final Map<Class<?>, S> found = new LinkedHashMap<>();
    private final List<Throwable> broken = new ArrayList<>();

    private ServiceDiscovery() {}

    /** Looks for implementations through a loader made by the caller, who is the one that {@code uses} the service. */
    static <S> ServiceDiscovery<S> in(ServiceLoader<S> loader) {
        ServiceDiscovery<S> discovery = new ServiceDiscovery<>();
        Iterator<S> iterator = loader.iterator();
        for (int i = 0; i < MAX_STEPS; i++) {
            try {
                if (!iterator.hasNext()) {
                    break;
                }
                S service = iterator.next();
                discovery.found.put(service.getClass(), service);
            } catch (ServiceConfigurationError | LinkageError e) {
                discovery.broken.add(e);
            }
        }
        return discovery;
    }

    /** Returns one instance of each class that was found. */
    List<S> found() {
        return List.copyOf(found.values());
    }

    /** Returns what went wrong. */
    List<Throwable> broken() {
        return List.copyOf(broken);
    }

    /** Names an error and its cause. */
    static String describe(Throwable error) {
        Throwable cause = error.getCause();
        return error.getClass().getSimpleName() + ": " + error.getMessage()
                + (cause == null ? "" : " (" + cause.getClass().getName() + ": " + cause.getMessage() + ")");
    }
}

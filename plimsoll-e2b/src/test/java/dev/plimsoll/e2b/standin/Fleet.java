package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** All microVMs of an account, those that live and what was asked of those that did. Thread-safe. */
final class Fleet implements AutoCloseable {
    private static final int CLOCK_TICK_MILLIS = 50;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, MicroVm> alive = new ConcurrentHashMap<>();
    private final List<CreateOrder> orders = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "standin-clock"));
    private final EgressRules egress;

    Fleet(EgressRules egress) {
        this.egress = egress;
    }

    void start() {
        ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(
                () -> alive.values().stream().filter(MicroVm::isExpired).forEach(vm -> kill(vm.id())),
                CLOCK_TICK_MILLIS,
                CLOCK_TICK_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Makes a microVM; empty when the account has no room for it. */
    synchronized Optional<MicroVm> create(CreateOrder order, Account account) {
        if (alive.size() >= account.mostVms()) {
            return Optional.empty();
        }
        try {
            GuestPaths paths = GuestPaths.create();
            MicroVm vm = new MicroVm("i" + name(10), "ea_" + name(16), order, paths, egress.build(order, paths.root()));
            vm.endWithin(account.longestLife());
            alive.put(vm.id(), vm);
            orders.add(order);
            return Optional.of(vm);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<MicroVm> find(String id) {
        return Optional.ofNullable(alive.get(id));
    }

    /** The living, oldest first. */
    List<MicroVm> all() {
        return alive.values().stream()
                .sorted(Comparator.comparing(MicroVm::startedAt).thenComparing(MicroVm::id))
                .toList();
    }

    /** Everything that was ever created. */
    List<CreateOrder> orders() {
        return List.copyOf(orders);
    }

    /** Ends a microVM; false when there is none. */
    boolean kill(String id) {
        MicroVm vm = alive.remove(id);
        if (vm == null) {
            return false;
        }
        vm.kill();
        return true;
    }

    /** Ends a process when its time is up. */
    void expireLater(GuestProcess process, long millis) {
        ScheduledFuture<?> unused = clock.schedule(process::expire, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        new ArrayList<>(alive.keySet()).forEach(this::kill);
    }

    private String name(int bytes) {
        byte[] raw = new byte[bytes];
        random.nextBytes(raw);
        return HexFormat.of().formatHex(raw);
    }
}

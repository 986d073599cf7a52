package dev.plimsoll.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** Threads for the contract's tests, and a look at those that are left. */
final class ContractThreads {
    /** The platform's own, which it starts when it first needs them and never ends. */
    private static final Pattern OF_THE_PLATFORM = Pattern.compile(
            "Common-Cleaner|Attach Listener|Cleaner-.*|process reaper.*|ForkJoinPool.commonPool.*|ForkJoinPool-.*"
                    + "|VirtualThread-.*|CompletableFutureDelayScheduler|Signal Dispatcher|junit-.*|InnocuousThread.*"
                    + "|JVMCI.*|Java2D.*|surefire-.*|ping-timer.*");

    private ContractThreads() {}

    /** Runs a task on a virtual thread (on a platform thread before Java 21) and passes on what it throws. */
    static void runOnVirtualThread(Runnable task) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = start(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) { // belongs to the test's thread
                thrown.set(e);
            }
        });
        thread.join();
        if (thrown.get() instanceof RuntimeException e) {
            throw e;
        }
        if (thrown.get() instanceof Error e) {
            throw e;
        }
    }

    private static Thread start(Runnable task) {
        Method starter;
        try {
            starter = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) { // before Java 21
            Thread thread = new Thread(task, "contract");
            thread.start();
            return thread;
        }
        try {
            return (Thread) starter.invoke(null, task);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new LinkageError("the platform refused a virtual thread", e);
        }
    }

    static Set<Thread> alive() {
        return Thread.getAllStackTraces().keySet();
    }

    static boolean isOfThePlatform(Thread thread) {
        return OF_THE_PLATFORM.matcher(thread.getName()).matches();
    }
}

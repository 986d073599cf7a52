package dev.plimsoll.wasm.build;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the classes just made once, on the prelude, and keeps the memory: the start of every run. */
final class HeapImage {
    private HeapImage() {}

    /** Writes {@code PREFIX.image} into the last of the folders; runs the classes in them through the entry point kept for this. */
    static void write(WasmSource source, String prefix, List<Path> classes, Path preludeFolder) throws IOException {
        String packageName = ChicoryNames.RUNTIME.replace('/', '.');
        URL[] path = new URL[classes.size()];
        for (int i = 0; i < path.length; i++) {
            path[i] = classes.get(i).toUri().toURL();
        }
        try (var loader = new URLClassLoader(path, HeapImage.class.getClassLoader())) {
            Class<?> entry = loader.loadClass(packageName + "EngineImageBuild");
            Method make =
                    entry.getDeclaredMethod("make", String.class, String.class, byte[].class, int.class, String.class);
            make.setAccessible(true);
            byte[] image = (byte[]) make.invoke(
                    null,
                    prefix,
                    sha256(source.bytes()),
                    source.initialMemory(),
                    source.initialStackPointer(),
                    prelude(preludeFolder));
            Files.write(classes.get(classes.size() - 1).resolve(ChicoryNames.RUNTIME + prefix + ".image"), image);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the heap image could not be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the runtime's classes are not below " + classes, e);
        }
    }

    /** The files in the order of their names share one function scope, to which {@code native} is the only way in. */
    private static String prelude(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.filter(file -> file.toString().endsWith(".js"))
                    .sorted()
                    .toList();
        }
        if (files.isEmpty()) {
            throw new BuildFailure("no prelude in " + folder);
        }
        return files.stream()
                .map(HeapImage::text)
                .collect(Collectors.joining("\n", "(function (native) { \"use strict\";\n", "\nreturn hooks;\n})"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

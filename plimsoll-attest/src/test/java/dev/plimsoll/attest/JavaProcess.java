package dev.plimsoll.attest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A second JVM.
 *
 * @param exitCode its exit code
 * @param stdout what it printed
 * @param stderr what it complained about
 */
public record JavaProcess(int exitCode, String stdout, String stderr) {
    private static final long PATIENCE_SECONDS = 120;

    /** Starts a JVM on the test's class path. */
    static ProcessBuilder onClassPath(List<String> jvmArguments, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Returns the path of the JVM that runs the tests. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Runs a command to its end. */
    public static JavaProcess run(ProcessBuilder builder, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("plimsoll", ".out");
        Path err = Files.createTempFile("plimsoll", ".err");
        try {
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().putAll(environment);
            Process process = builder.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("a JVM did not end within " + PATIENCE_SECONDS + " s: " + Files.readString(out)
                        + Files.readString(err));
            }
            return new JavaProcess(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}

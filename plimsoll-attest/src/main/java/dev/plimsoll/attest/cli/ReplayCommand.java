package dev.plimsoll.attest.cli;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.attest.BundleVerifier;
import dev.plimsoll.attest.Replay;
import dev.plimsoll.attest.ReplayReport;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a bundle's requests again. */
@Command(
        name = "replay",
        description = {
            "Verifies a bundle, then runs each request again and compares the results' digests.",
            "This runs the code in the bundle: on a machine without the private key."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // the fields are picocli's to set
final class ReplayCommand implements Callable<Integer> {
    /** How a report is written. */
    enum Format {
        /** Lines for a terminal. */
        text,
        /** One JSON object. */
        json,
        /** A page of its own. */
        html
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private VerifyOptions options;

    @Option(names = "--provider", required = true, paramLabel = "ID", description = "What runs them, such as wasm.")
    private String provider;

    @Option(
            names = "--provider-path",
            paramLabel = "PATH",
            description = "Where the provider is: jars and folders of classes, with : between them.")
    private @Nullable String providerPath;

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description = "An option of the provider; credentials do not belong here.")
    private Map<String, String> providerOptions = Map.of();

    @Option(names = "--format", description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.text;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "A new file for the report; standard output if none.")
    private @Nullable Path output;

    @Parameters(paramLabel = "BUNDLE", description = "The bundle.")
    private Path bundle;

    @Override
    public Integer call() throws IOException {
        if (output != null && Files.exists(output, LinkOption.NOFOLLOW_LINKS)) { // known before hours of replaying
            throw new FileAlreadyExistsException(output.toString());
        }
        BundleVerifier verifier = options.verifier(spec);
        try (URLClassLoader loader = new URLClassLoader(urls(), Main.class.getClassLoader())) {
            SandboxBuilder builder = Sandbox.builder().provider(provider).classLoader(loader);
            providerOptions.forEach(builder::option);
            ReplayReport report;
            try (Sandbox sandbox = builder.open();
                    Progress progress = options.progress(bundle, spec, "verified", "replayed")) {
                report = Replay.run(bundle, verifier.progress(progress), sandbox);
            }
            write(report);
            return report.allSame() ? ExitCodes.OK : ExitCodes.DIFFERENT;
        }
    }

    private URL[] urls() throws MalformedURLException {
        if (providerPath == null) {
            return new URL[0];
        }
        List<URL> urls = new ArrayList<>();
        for (String part : providerPath.split(File.pathSeparator, -1)) {
            urls.add(Path.of(part).toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    private void write(ReplayReport report) throws IOException {
        String text = switch (format) {
            case text -> report.toText();
            case json -> report.toJson() + "\n";
            case html -> report.toHtml();
        };
        if (output == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
        } else {
            Files.writeString(
                    output, text, StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
    }
}

package dev.plimsoll.broker.tools;

import dev.plimsoll.broker.internal.document.TextFile;
import dev.plimsoll.grant.InvalidGrantException;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code openapi}: from a document to files. */
@CommandLine.Command(
        name = "openapi",
        mixinStandardHelpOptions = true,
        description = {
            "Makes grant.json (a profiles document), client.js (for the guest) and tool.json (for the model) from one"
                    + " OpenAPI 3 document. Operations that a grant cannot serve are listed with the reason."
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class OpenApiCommand implements Callable<Integer> {
    private static final int MAX_BYTES = 8 * 1024 * 1024;
    private static final String SCRIPT_FILE = "client.js";

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @CommandLine.Option(names = "--document", required = true, paramLabel = "FILE", description = "YAML or JSON.")
    private Path document;

    @CommandLine.Option(
            names = "--base-url",
            required = true,
            paramLabel = "URL",
            description = "Where the API is. A path is put before every path of the document.")
    private String baseUrl;

    @CommandLine.Option(
            names = "--out",
            required = true,
            paramLabel = "FOLDER",
            description = "Made if it is not there.")
    private Path out;

    @CommandLine.Option(names = "--name", defaultValue = "api", description = "The profile. Default: ${DEFAULT-VALUE}")
    private String name;

    @CommandLine.Option(
            names = "--client-name",
            defaultValue = "api",
            description = "The guest's global. Default: ${DEFAULT-VALUE}")
    private String clientName;

    @CommandLine.Option(
            names = "--token-variable",
            defaultValue = "API_TOKEN",
            paramLabel = "NAME",
            description = "The environment variable that holds the token. Default: ${DEFAULT-VALUE}")
    private String tokenVariable;

    @CommandLine.Option(names = "--scope", description = "May be repeated.")
    private List<String> scopes = List.of();

    @CommandLine.Option(
            names = "--principal",
            paramLabel = "SUBJECT",
            description = "Who may use the profile; may be repeated. Nobody, unless given.")
    private List<String> principals = List.of();

    @CommandLine.Option(names = "--overwrite", description = "Replace files that are there.")
    private boolean overwrite;

    @Override
    public Integer call() {
        OpenApiGrant.Builder settings = OpenApiGrant.from(read())
                .baseUrl(baseUrl)
                .name(name)
                .clientName(clientName)
                .tokenVariable(tokenVariable);
        scopes.forEach(settings::scope);
        principals.forEach(settings::principal);
        OpenApiGrant derived = settings.derive();
        requireValid(derived);
        Map<String, String> files = new LinkedHashMap<>();
        files.put(SCRIPT_FILE, derived.clientScript());
        files.put("tool.json", derived.toolDescription());
        files.put("grant.json", derived.profileDocument(SCRIPT_FILE)); // last: it refers to the client
        new OutputFolder(out, overwrite).write(files);
        report(derived);
        return CommandLine.ExitCode.OK;
    }

    private void report(OpenApiGrant derived) {
        PrintWriter screen = spec.commandLine().getOut();
        screen.println(derived.routes().size() + " routes, " + derived.skipped().size() + " operations skipped");
        for (SkippedOperation skipped : derived.skipped()) {
            screen.println("skipped " + skipped.operation() + ": " + skipped.reason());
        }
        if (principals.isEmpty()) {
            screen.println("nobody may use the profile yet: give --principal, or edit principals in grant.json");
        }
        screen.flush();
    }

    private static void requireValid(OpenApiGrant derived) {
        try {
            derived.grant()
                    .minter(request -> MintedToken.of(Secret.of("unused")))
                    .build();
        } catch (InvalidGrantException e) {
            throw new UnusableException(String.join("; ", e.faults()));
        }
    }

    private String read() {
        try {
            return TextFile.read(document, MAX_BYTES);
        } catch (TextFile.NotTextException e) {
            throw new UnusableException("the document " + e.getMessage());
        } catch (IOException e) {
            throw new UnusableException(
                    "the document cannot be read: " + e.getClass().getSimpleName());
        }
    }
}

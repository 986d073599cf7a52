package dev.plimsoll.broker.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.broker.internal.document.DocumentLimits;
import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.DocumentReader;
import dev.plimsoll.broker.internal.document.Fault;
import dev.plimsoll.broker.internal.document.Faults;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads an OpenAPI document. What the library gets to see is JSON that we wrote: bounded, without YAML's anchors and tags, and
 * without a reference to anywhere outside the document, so that it has nothing to fetch.
 */
final class OpenApiReader {
    private static final DocumentLimits LIMITS = new DocumentLimits(2 * 1024 * 1024, 64, 200_000);
    private static final Pattern VERSION = Pattern.compile("3\\.[01]\\.[0-9]{1,3}");
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,17})?([eE][+-]?[0-9]{1,3})?");
    private static final Set<String> BOOLEANS = Set.of("true", "false");
    private static final JsonFactory JSON = new JsonFactory();

    private OpenApiReader() {}

    /**
     * Reads a document, YAML or JSON.
     *
     * @throws InvalidOpenApiException if it is malformed, too large, of another version, or refers to other documents
     */
    static OpenAPI read(String text) {
        Faults faults = new Faults();
        DocumentNode root = DocumentReader.read(text, LIMITS, faults);
        if (root instanceof DocumentNode.Mapping document) {
            requireVersion(document);
            requireLocalReferences(document, faults);
        } else if (root != null) {
            faults.add(root, "an OpenAPI document is a mapping");
        }
        if (!faults.isEmpty() || root == null) {
            throw new InvalidOpenApiException(faults.inOrder().stream()
                    .map(OpenApiReader::text)
                    .reduce((a, b) -> a + "; " + b)
                    .orElse("the document is empty"));
        }
        return parse(json(root));
    }

    private static String text(Fault fault) {
        return "line " + fault.line() + ", column " + fault.column() + ": " + fault.message();
    }

    private static void requireVersion(DocumentNode.Mapping document) {
        if (!(document.values().get("openapi") instanceof DocumentNode.Scalar version)
                || !VERSION.matcher(version.text()).matches()) {
            throw new InvalidOpenApiException("the document's \"openapi\" must be 3.0.x or 3.1.x");
        }
    }

    private static void requireLocalReferences(DocumentNode node, Faults faults) {
        if (node instanceof DocumentNode.Sequence sequence) {
            sequence.items().forEach(item -> requireLocalReferences(item, faults));
        } else if (node instanceof DocumentNode.Mapping mapping) {
            for (Map.Entry<String, DocumentNode> member : mapping.values().entrySet()) {
                if (member.getKey().equals("$ref")
                        && member.getValue() instanceof DocumentNode.Scalar reference
                        && !reference.text().startsWith("#/")) {
                    faults.add(reference, "a reference to another document; bundle the documents into one first");
                }
                requireLocalReferences(member.getValue(), faults);
            }
        }
    }

    private static OpenAPI parse(String json) {
        ParseOptions options = new ParseOptions();
        options.setResolve(false);
        OpenAPI parsed;
        try {
            parsed =
                    new OpenAPIV3Parser().readContents(json, List.of(), options).getOpenAPI();
        } catch (RuntimeException | StackOverflowError e) { // whatever a hostile document does to the library
            throw new InvalidOpenApiException(
                    "the document is not understood (" + e.getClass().getName() + ")");
        }
        if (parsed == null) {
            throw new InvalidOpenApiException("the document is not a valid OpenAPI document");
        }
        return parsed;
    }

    private static String json(DocumentNode root) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(root, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return text.toString();
    }

    private static void write(DocumentNode node, JsonGenerator json) throws IOException {
        if (node instanceof DocumentNode.Mapping mapping) {
            json.writeStartObject();
            for (Map.Entry<String, DocumentNode> member : mapping.values().entrySet()) {
                json.writeFieldName(member.getKey());
                write(member.getValue(), json);
            }
            json.writeEndObject();
        } else if (node instanceof DocumentNode.Sequence sequence) {
            json.writeStartArray();
            for (DocumentNode item : sequence.items()) {
                write(item, json);
            }
            json.writeEndArray();
        } else if (node instanceof DocumentNode.Scalar scalar) {
            write(scalar, json);
        }
    }

    /** Plain text means what YAML's JSON schema says: nothing, true, false, a number, or text. */
    private static void write(DocumentNode.Scalar scalar, JsonGenerator json) throws IOException {
        if (scalar.isNull()) {
            json.writeNull();
        } else if (scalar.plain() && BOOLEANS.contains(scalar.text())) {
            json.writeBoolean(Boolean.parseBoolean(scalar.text()));
        } else if (scalar.plain() && NUMBER.matcher(scalar.text()).matches()) {
            json.writeNumber(scalar.text());
        } else {
            json.writeString(scalar.text());
        }
    }
}

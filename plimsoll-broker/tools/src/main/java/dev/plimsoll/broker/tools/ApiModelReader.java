package dev.plimsoll.broker.tools;

import dev.plimsoll.broker.tools.ApiModel.ApiBody;
import dev.plimsoll.broker.tools.ApiModel.ApiOperation;
import dev.plimsoll.broker.tools.ApiModel.PathPart;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.Route;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a document offers to a guest. For one document. */
final class ApiModelReader {
    private static final int MAX_TITLE = 100;
    private static final int MAX_SUMMARY = 300;
    private static final Pattern JSON_TYPE = Pattern.compile("application/([a-z0-9.+-]+\\+)?json(;.*)?");
    private static final Set<String> PLAIN_TYPES = Set.of("string", "integer", "number", "boolean");

    private final OpenAPI document;
    private final String prefix;
    private final References references;
    private final TypeExpressions types;
    private final Identifiers names = new Identifiers("operation");
    private final List<ApiOperation> operations = new ArrayList<>();
    private final List<SkippedOperation> skipped = new ArrayList<>();

    private ApiModelReader(OpenAPI document, String prefix) {
        this.document = document;
        this.prefix = prefix;
        this.references = new References(document);
        this.types = new TypeExpressions(
                document.getComponents() == null
                        ? null
                        : document.getComponents().getSchemas());
    }

    /** Reads a document whose paths are below a prefix. */
    static ApiModel read(OpenAPI document, String prefix) {
        return new ApiModelReader(document, prefix).model();
    }

    private ApiModel model() {
        Map<String, PathItem> paths = document.getPaths() == null ? Map.of() : new TreeMap<>(document.getPaths());
        paths.forEach(this::path);
        if (operations.size() > Grant.MAX_ROUTES) {
            throw new InvalidOpenApiException("the document has more than " + Grant.MAX_ROUTES
                    + " operations, which is more than a grant lists; take those out that the guest does not need");
        }
        String title = document.getInfo() == null || document.getInfo().getTitle() == null
                ? ""
                : PlainText.of(document.getInfo().getTitle(), MAX_TITLE);
        return new ApiModel(title.isEmpty() ? "API" : title, operations, types.types(), skipped);
    }

    private void path(String path, PathItem item) {
        if (item.get$ref() != null) {
            skip("", path, "its path is a reference");
            return;
        }
        item.readOperationsMap().forEach((method, operation) -> {
            try {
                operations.add(operation(method.name(), path, item, operation));
            } catch (SkipException e) {
                skip(method.name() + " ", path, e.reason());
            }
        });
    }

    private void skip(String method, String path, String reason) {
        skipped.add(new SkippedOperation(method + PlainText.of(path, MAX_TITLE), reason));
    }

    private ApiOperation operation(String verb, String path, PathItem item, Operation operation) throws SkipException {
        HttpMethod method = method(verb);
        PathTemplate template = PathTemplate.parse(prefix, path);
        Map<String, Parameter> inPath = pathParameters(item, operation);
        Optional<ApiBody> body = body(method, operation);
        String result = result(operation);
        List<PathPart> parts = parts(template, inPath);
        // last: a name is taken only by what is offered
        String name = names.lower(
                operation.getOperationId() == null || operation.getOperationId().isBlank()
                        ? verb.toLowerCase(Locale.ROOT) + " " + path.replace("{", "by ")
                        : operation.getOperationId());
        return new ApiOperation(
                name, new Route(method, template.routeTemplate()), parts, body, result, summary(operation));
    }

    private static HttpMethod method(String verb) throws SkipException {
        for (HttpMethod method : HttpMethod.values()) {
            if (method.name().equals(verb)) {
                return method;
            }
        }
        throw new SkipException("a grant allows GET, PUT, POST, DELETE and PATCH only");
    }

    private static String summary(Operation operation) {
        String summary = operation.getSummary() != null ? operation.getSummary() : operation.getDescription();
        return summary == null ? "" : PlainText.of(summary, MAX_SUMMARY);
    }

    private Map<String, Parameter> pathParameters(PathItem item, Operation operation) throws SkipException {
        Map<String, Parameter> all = new LinkedHashMap<>();
        List<Parameter> given = new ArrayList<>(item.getParameters() == null ? List.of() : item.getParameters());
        given.addAll(operation.getParameters() == null ? List.of() : operation.getParameters());
        for (Parameter parameter : given) {
            Parameter found = references.parameter(parameter);
            all.put(found.getIn() + " " + found.getName(), found); // the operation's replaces the path's
        }
        Map<String, Parameter> inPath = new LinkedHashMap<>();
        for (Parameter parameter : all.values()) {
            String where = String.valueOf(parameter.getIn());
            if (where.equals("path") && parameter.getName() != null) {
                inPath.put(parameter.getName(), parameter);
            } else if (Boolean.TRUE.equals(parameter.getRequired())) {
                boolean known = Set.of("query", "header", "cookie").contains(where);
                throw new SkipException("it needs a " + (known ? where : "strange") + " parameter");
            }
        }
        return inPath;
    }

    private List<PathPart> parts(PathTemplate template, Map<String, Parameter> inPath) throws SkipException {
        Identifiers identifiers = new Identifiers("value");
        identifiers.lower("body");
        List<PathPart> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (PathTemplate.Segment segment : template.segments()) {
            text.append('/');
            if (segment.parameter()) {
                parts.add(new PathPart(text.toString(), ""));
                text.setLength(0);
                parts.add(new PathPart(identifiers.lower(segment.text()), parameterType(inPath.get(segment.text()))));
            } else {
                text.append(segment.text());
            }
        }
        if (text.length() > 0) {
            parts.add(new PathPart(text.toString(), ""));
        }
        return parts;
    }

    private String parameterType(@Nullable Parameter parameter) throws SkipException {
        if (parameter == null) {
            return "string";
        }
        if (parameter.getStyle() != null && parameter.getStyle() != Parameter.StyleEnum.SIMPLE) {
            throw new SkipException("a path parameter is not written as its value alone");
        }
        Schema<?> schema = parameter.getSchema();
        if (schema == null || schema.get$ref() != null) {
            return schema == null ? "string" : "string | number";
        }
        String type = schema.getType() != null
                ? schema.getType()
                : schema.getTypes() == null || schema.getTypes().size() != 1
                        ? "string"
                        : schema.getTypes().iterator().next();
        if (!PLAIN_TYPES.contains(type)) {
            throw new SkipException("a path parameter is not a plain value");
        }
        return types.of(schema);
    }

    private Optional<ApiBody> body(HttpMethod method, Operation operation) throws SkipException {
        if (operation.getRequestBody() == null) {
            return Optional.empty();
        }
        var body = references.body(operation.getRequestBody());
        boolean required = Boolean.TRUE.equals(body.getRequired());
        Optional<MediaType> json = json(body.getContent());
        if (json.isEmpty() || method == HttpMethod.GET) {
            if (required) {
                throw new SkipException(
                        method == HttpMethod.GET
                                ? "it is a GET that needs a body"
                                : "it needs a body that is not JSON");
            }
            return Optional.empty();
        }
        return Optional.of(new ApiBody(types.of(json.get().getSchema()), required));
    }

    private String result(Operation operation) throws SkipException {
        Map<String, ApiResponse> responses =
                operation.getResponses() == null ? Map.of() : new TreeMap<>(operation.getResponses());
        List<String> results = new ArrayList<>();
        for (Map.Entry<String, ApiResponse> response : responses.entrySet()) {
            if (response.getKey().startsWith("2")) {
                Content content = references.response(response.getValue()).getContent();
                Optional<MediaType> json = json(content);
                results.add(
                        content == null || content.isEmpty()
                                ? "undefined"
                                : json.map(MediaType::getSchema).map(types::of).orElse("string"));
            }
        }
        return results.isEmpty()
                ? "unknown"
                : String.join(" | ", results.stream().distinct().toList());
    }

    private static Optional<MediaType> json(@Nullable Content content) {
        return content == null
                ? Optional.empty()
                : new TreeMap<>(content)
                        .entrySet().stream()
                                .filter(entry -> JSON_TYPE
                                        .matcher(entry.getKey().toLowerCase(Locale.ROOT))
                                        .matches())
                                .map(Map.Entry::getValue)
                                .findFirst();
    }
}

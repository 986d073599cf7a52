package dev.plimsoll.broker.tools;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.Route;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What an OpenAPI 3.0 or 3.1 document offers to code in a sandbox: the routes of a grant, a JavaScript client for the guest
 * and a tool description for a model. They are made of one model of the document, so they cannot disagree; the same document
 * and settings give the same bytes.
 *
 * <p>An operation that a grant cannot serve, such as one that needs a query parameter, is skipped with a reason. Bounds: 2 Mi
 * characters, 64 levels, 1,000 operations; nothing is fetched, and a reference to another document is refused. The document's
 * author is trusted to describe the API, and with no more: its names and texts cannot become code, but its summaries do reach
 * the model. Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class OpenApiGrant {
    private final Builder settings;
    private final String origin;
    private final ApiModel api;
    private final String clientScript;

    private OpenApiGrant(Builder settings, String origin, ApiModel api) {
        this.settings = settings;
        this.origin = origin;
        this.api = api;
        this.clientScript = new JavaScriptClient(api, settings.clientName, settings.globalName).source();
        if (clientScript.length() > Grant.MAX_GUEST_SCRIPT_LENGTH) {
            throw new InvalidOpenApiException("the client would be longer than " + Grant.MAX_GUEST_SCRIPT_LENGTH
                    + " characters; take operations out of the document that the guest does not need");
        }
    }

    /** Starts from a document, YAML or JSON. */
    public static Builder from(String document) {
        return new Builder(document);
    }

    /** Returns the routes, each once, in the order of path and method. */
    public List<Route> routes() {
        return api.operations().stream()
                .map(ApiModel.ApiOperation::route)
                .distinct()
                .toList();
    }

    /** Returns the operations that were left out, and why. */
    public List<SkippedOperation> skipped() {
        return List.copyOf(api.skipped());
    }

    /** Returns the client's source: a grant's guest script. */
    public String clientScript() {
        return clientScript;
    }

    /** Returns the tool description, JSON. */
    public String toolDescription() {
        return new ToolDescription(api, settings.clientName).json();
    }

    /** Returns a grant with the origin, the routes and the client; it still needs a minter. */
    public Grant.Builder grant() {
        Grant.Builder grant = Grant.builder(origin)
                .name(settings.name)
                .globalName(settings.globalName)
                .guestScript(clientScript);
        routes().forEach(grant::allow);
        settings.scopes.forEach(grant::scope);
        return grant;
    }

    /**
     * Returns a profiles document, JSON, with this grant as its one profile. Its token comes from an environment variable.
     *
     * @param scriptFile the file that {@link #clientScript()} is kept in, relative to the document's folder
     */
    public String profileDocument(String scriptFile) {
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeNumberField("version", 1);
            json.writeObjectFieldStart("profiles");
            json.writeObjectFieldStart(settings.name);
            json.writeStringField("baseUrl", origin);
            JsonText.texts(
                    json, "routes", routes().stream().map(Route::toString).toList());
            JsonText.texts(json, "scopes", settings.scopes);
            JsonText.texts(json, "principals", settings.principals);
            json.writeStringField("globalName", settings.globalName);
            json.writeStringField("guestScript", scriptFile);
            json.writeObjectFieldStart("minter");
            json.writeObjectFieldStart("static");
            json.writeStringField("environment", settings.tokenVariable);
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    @Override
    public String toString() {
        return "OpenApiGrant[" + settings.name + ", " + api.operations().size() + " operations]";
    }

    /** Collects the settings. Not thread-safe. */
    public static final class Builder {
        private static final Pattern NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{0,63}");

        private final String document;
        private String name = "api";
        private String baseUrl = "";
        private String clientName = "api";
        private String globalName = "host";
        private String tokenVariable = "API_TOKEN";
        private final List<String> scopes = new ArrayList<>();
        private final List<String> principals = new ArrayList<>();

        private Builder(String document) {
            this.document = Objects.requireNonNull(document, "document");
        }

        private Builder(Builder from) {
            this(from.document);
            this.name = from.name;
            this.baseUrl = from.baseUrl;
            this.clientName = from.clientName;
            this.globalName = from.globalName;
            this.tokenVariable = from.tokenVariable;
            this.scopes.addAll(from.scopes);
            this.principals.addAll(from.principals);
        }

        /**
         * Sets where the API is; required. A path, such as that of {@code https://api.example.com/v1}, is put before every
         * path of the document. The document's own servers are not looked at: they are not its author's to choose.
         */
        public Builder baseUrl(String newBaseUrl) {
            this.baseUrl = Objects.requireNonNull(newBaseUrl, "baseUrl");
            return this;
        }

        /** Names the grant and the profile; {@code api} unless set. */
        public Builder name(String newName) {
            this.name = Objects.requireNonNull(newName, "name");
            return this;
        }

        /** Names the global that the client defines, an ASCII identifier; {@code api} unless set. */
        public Builder clientName(String newClientName) {
            this.clientName = Objects.requireNonNull(newClientName, "clientName");
            return this;
        }

        /** Names the global of the grant that the client uses, an ASCII identifier; {@code host} unless set. */
        public Builder globalName(String newGlobalName) {
            this.globalName = Objects.requireNonNull(newGlobalName, "globalName");
            return this;
        }

        /** Names the environment variable that the profile takes its token from; {@code API_TOKEN} unless set. */
        public Builder tokenVariable(String variable) {
            this.tokenVariable = Objects.requireNonNull(variable, "variable");
            return this;
        }

        /** Adds a scope. */
        public Builder scope(String scope) {
            scopes.add(Objects.requireNonNull(scope, "scope"));
            return this;
        }

        /** Adds a subject that may use the profile; without one, nobody may. */
        public Builder principal(String principal) {
            principals.add(Objects.requireNonNull(principal, "principal"));
            return this;
        }

        /**
         * Reads the document.
         *
         * @throws InvalidOpenApiException if the document or a setting is not valid, or nothing in it can be called
         */
        public OpenApiGrant derive() {
            if (!NAME.matcher(clientName).matches() || !NAME.matcher(globalName).matches()) {
                throw new InvalidOpenApiException("the client's and the grant's globals must be ASCII identifiers");
            }
            if (clientName.equals(globalName)) {
                throw new InvalidOpenApiException("the client's global must be another than the grant's");
            }
            URI base = base();
            String path = base.getRawPath() == null ? "" : base.getRawPath();
            String prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            ApiModel api = ApiModelReader.read(OpenApiReader.read(document), prefix);
            if (api.operations().isEmpty()) {
                throw new InvalidOpenApiException("the document has no operation that a grant could allow; "
                        + api.skipped().size() + " were skipped");
            }
            String origin = base.getScheme() + "://" + base.getRawAuthority();
            return new OpenApiGrant(new Builder(this), origin, api);
        }

        private URI base() {
            URI base;
            try {
                base = new URI(baseUrl);
            } catch (URISyntaxException e) { // without its message, which quotes the URL
                throw new InvalidOpenApiException("the base URL is not a URL");
            }
            if (base.getScheme() == null
                    || base.getHost() == null
                    || base.getRawUserInfo() != null
                    || base.getRawQuery() != null
                    || base.getRawFragment() != null) {
                throw new InvalidOpenApiException(
                        "the base URL must be an https origin, maybe with a path: https://api.example.com/v1");
            }
            return base;
        }
    }
}

package dev.plimsoll.broker.tools;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Follows references within a document, a few steps at most. */
final class References {
    private static final int MAX_STEPS = 8;

    private final Components components;

    References(OpenAPI document) {
        this.components = Objects.requireNonNullElseGet(document.getComponents(), Components::new);
    }

    Parameter parameter(Parameter given) throws SkipException {
        return follow(given, Parameter::get$ref, "#/components/parameters/", components.getParameters());
    }

    RequestBody body(RequestBody given) throws SkipException {
        return follow(given, RequestBody::get$ref, "#/components/requestBodies/", components.getRequestBodies());
    }

    ApiResponse response(ApiResponse given) throws SkipException {
        return follow(given, ApiResponse::get$ref, "#/components/responses/", components.getResponses());
    }

    private static <T> T follow(
            T given, Function<T, @Nullable String> reference, String prefix, @Nullable Map<String, T> targets)
            throws SkipException {
        T current = given;
        for (int step = 0; step < MAX_STEPS; step++) {
            String next = reference.apply(current);
            if (next == null) {
                return current;
            }
            T target = targets != null && next.startsWith(prefix) ? targets.get(next.substring(prefix.length())) : null;
            if (target == null) {
                throw new SkipException("it refers to a part that the document does not have");
            }
            current = target;
        }
        throw new SkipException("its references go in a circle");
    }
}

package dev.plimsoll.testkit;

import dev.plimsoll.Sandbox;
import dev.plimsoll.isolation.Isolation;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives each test a scripted sandbox of its own; JUnit closes it with the test. Used through {@link PlimsollTest}.
 *
 * @since 0.1
 */
public final class PlimsollExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PlimsollExtension.class);

    /** For JUnit. */
    public PlimsollExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Sandbox.class || type == ScriptedSandbox.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ScriptedSandbox scripted = context.getStore(NAMESPACE)
                .computeIfAbsent(
                        ScriptedSandbox.class, key -> ScriptedSandbox.open(tier(context)), ScriptedSandbox.class);
        return parameter.getParameter().getType() == Sandbox.class ? scripted.sandbox() : scripted;
    }

    private static Isolation tier(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), PlimsollTest.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), PlimsollTest.class))
                .orElseThrow(() -> new IllegalStateException("the extension is used without @PlimsollTest"))
                .tier();
    }
}

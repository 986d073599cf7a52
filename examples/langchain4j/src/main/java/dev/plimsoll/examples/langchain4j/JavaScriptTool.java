package dev.plimsoll.examples.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.plimsoll.examples.agent.CodeTool;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;

/** Hands a model's code to plimsoll, as a langchain4j tool. Thread-safe. */
public final class JavaScriptTool {
    private final CodeTool tool;

    private JavaScriptTool(CodeTool tool) {
        this.tool = tool;
    }

    /** Runs code. What comes back states tier and receipt. */
    @Tool(name = CodeTool.NAME, value = CodeTool.DESCRIPTION)
    public String runJavaScript(@P(CodeTool.ARGUMENT_DESCRIPTION) String code) {
        return tool.run(code).toJson();
    }

    /**
     * Returns what {@code AiServices.tools} takes. langchain4j by itself would drop arguments that the method does not have,
     * and make text of ones that are none; here they are refused, so that the model learns it.
     */
    public static Map<ToolSpecification, ToolExecutor> of(CodeTool tool) {
        Method method = method();
        ToolExecutor lenient = new DefaultToolExecutor(new JavaScriptTool(tool), method);
        ToolExecutor strict = (request, memoryId) -> {
            Optional<String> refusal = tool.refusal(request.arguments());
            return refusal.orElseGet(() -> lenient.execute(request, memoryId));
        };
        return Map.of(ToolSpecifications.toolSpecificationFrom(method), strict);
    }

    private static Method method() {
        try {
            return JavaScriptTool.class.getMethod("runJavaScript", String.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("the method stands above", e);
        }
    }
}

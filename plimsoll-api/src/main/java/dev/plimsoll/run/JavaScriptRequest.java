package dev.plimsoll.run;

import java.util.Objects;

/**
 * Asks for one JavaScript snippet to be run.
 *
 * @since 0.1
 */
public final class JavaScriptRequest extends RunRequest {
    private final SourceText code;
    private final boolean captureLastValue;

    private JavaScriptRequest(Builder builder) {
        super(builder);
        this.code = SourceText.of(builder.code);
        this.captureLastValue = builder.captureLastValue;
    }

    /** Asks for code to be run with the sandbox's defaults. */
    public static JavaScriptRequest of(String code) {
        return builder(code).build();
    }

    /** Starts a request. */
    public static Builder builder(String code) {
        return new Builder(code);
    }

    @Override
    public RunKind kind() {
        return RunKind.JAVASCRIPT;
    }

    /** Returns the code. */
    public SourceText code() {
        return code;
    }

    /** Tells whether the value of a final bare expression is wanted. */
    public boolean captureLastValue() {
        return captureLastValue;
    }

    /** Collects a request's parts. Not thread-safe. */
    public static final class Builder extends RunRequest.Builder<Builder> {
        private final String code;
        private boolean captureLastValue;

        private Builder(String code) {
            this.code = Objects.requireNonNull(code, "code");
        }

        /**
         * Asks for the value of a final bare expression, such as {@code 6*7}, beside the output. Off unless set; a
         * provider without the capability refuses.
         */
        public Builder captureLastValue(boolean capture) {
            this.captureLastValue = capture;
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        /** Makes the request. */
        public JavaScriptRequest build() {
            return new JavaScriptRequest(this);
        }
    }
}

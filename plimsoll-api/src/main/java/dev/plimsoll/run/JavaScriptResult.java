package dev.plimsoll.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came back from a JavaScript snippet.
 *
 * @since 0.1
 */
public final class JavaScriptResult extends ProgramResult {
    private final @Nullable String lastValue;

    private JavaScriptResult(Builder builder) {
        super(builder);
        this.lastValue = builder.lastValue;
    }

    /** Starts a result; applications get theirs from a sandbox. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public RunKind kind() {
        return RunKind.JAVASCRIPT;
    }

    /** Returns the final bare expression's value as the guest's console shows it, if it was asked for and there is one. */
    public Optional<String> lastValue() {
        return Optional.ofNullable(lastValue);
    }

    /** Collects a result's parts. Not thread-safe. */
    public static final class Builder extends ProgramResult.Builder<Builder> {
        private @Nullable String lastValue;

        private Builder() {}

        /** Sets the final bare expression's value; null for none. */
        public Builder lastValue(@Nullable String value) {
            this.lastValue = value;
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        @Override
        public JavaScriptResult build() {
            return new JavaScriptResult(this);
        }
    }
}

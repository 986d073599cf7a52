package dev.plimsoll.examples.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Map;

/**
 * What a model is told about the code it gave.
 *
 * <p>What plimsoll says comes first, and what the guest printed stays inside strings, so that no output can pass for a tier or
 * a receipt.
 *
 * @param outcome what became of the code
 * @param note what the model should know or do; empty for nothing
 * @param isolation how strong the wall was, in its text form
 * @param receipt the digest of the run's record; empty when there is none
 * @param program what the code did; null unless it ran
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CodeReply(Outcome outcome, String note, String isolation, String receipt, Program program) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What became of the code. */
    public enum Outcome {
        /** It ran to its end, its error or its deadline. */
        RAN,
        /** Nothing ran. */
        NOTHING_RAN,
        /** It may have run, in whole or in part. */
        MAY_HAVE_RAN;

        /** Returns the form that the model sees. */
        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What the code did.
     *
     * @param exitCode 0, or what went wrong
     * @param stdout what it printed, cut at the tool's bound
     * @param stderr its errors, likewise
     * @param lastValue the value of a final bare expression, likewise; empty for none
     */
    public record Program(int exitCode, String stdout, String stderr, String lastValue) {}

    /** Returns the JSON for a framework that takes text. */
    public String toJson() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings and numbers always make JSON", e);
        }
    }

    /** Returns the same as a tree, for a framework that writes its own JSON. */
    public Map<String, Object> toMap() {
        return JSON.convertValue(this, new TypeReference<Map<String, Object>>() {});
    }
}

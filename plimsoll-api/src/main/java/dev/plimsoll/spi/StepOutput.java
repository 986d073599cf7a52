package dev.plimsoll.spi;

/**
 * The two sinks of one project step.
 *
 * @param stdout takes standard output
 * @param stderr takes standard error
 * @since 0.1
 */
public record StepOutput(OutputSink stdout, OutputSink stderr) {
    /** Makes empty sinks with a cap each. */
    public StepOutput(int cap) {
        this(new OutputSink(cap), new OutputSink(cap));
    }
}

package dev.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Asks for rows of numbers to be run through a model that the provider knows by name, such as a simulation.
 *
 * @since 0.1
 */
public final class ModuleRequest extends RunRequest {
    private final String model;
    private final double endTime;
    private final double step;
    private final List<Doubles> rows;

    private ModuleRequest(Builder builder) {
        super(builder);
        this.model = builder.model;
        this.endTime = builder.endTime;
        this.step = builder.step;
        this.rows = List.copyOf(builder.rows);
    }

    /** Starts a request for a model. */
    public static Builder builder(String model) {
        return new Builder(model);
    }

    @Override
    public RunKind kind() {
        return RunKind.MODULE;
    }

    /** Returns the model's name. */
    public String model() {
        return model;
    }

    /** Returns the time at which a run of the model ends, in the model's unit. */
    public double endTime() {
        return endTime;
    }

    /** Returns the step of the model's time. */
    public double step() {
        return step;
    }

    /** Returns the rows, each one run of the model. */
    public List<Doubles> rows() {
        return rows;
    }

    /** Collects a request's parts. Not thread-safe. */
    public static final class Builder extends RunRequest.Builder<Builder> {
        private final String model;
        private double endTime;
        private double step;
        private final List<Doubles> rows = new ArrayList<>();

        private Builder(String model) {
            this.model = Objects.requireNonNull(model, "model");
        }

        /** Sets the end of the model's time and its step. */
        public Builder time(double newEndTime, double newStep) {
            this.endTime = newEndTime;
            this.step = newStep;
            return this;
        }

        /** Adds a row: the parameters of one run. */
        public Builder row(double... values) {
            rows.add(Doubles.of(values));
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        /** Makes the request. */
        public ModuleRequest build() {
            return new ModuleRequest(this);
        }
    }
}

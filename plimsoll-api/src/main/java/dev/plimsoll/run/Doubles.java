package dev.plimsoll.run;

import java.util.Arrays;

/**
 * An immutable row of numbers that keeps every bit, NaN payloads and {@code -0.0} among them.
 *
 * @since 0.1
 */
public final class Doubles {
    private final double[] values;

    private Doubles(double[] values) {
        this.values = values;
    }

    /** Copies an array. */
    public static Doubles of(double... values) {
        return new Doubles(values.clone());
    }

    /** Returns how many numbers there are. */
    public int size() {
        return values.length;
    }

    /** Returns one number. */
    public double at(int index) {
        return values[index];
    }

    /** Returns a copy. */
    public double[] toArray() {
        return values.clone();
    }

    /** Compares bit by bit. */
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Doubles that) || that.values.length != values.length) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            if (Double.doubleToRawLongBits(values[i]) != Double.doubleToRawLongBits(that.values[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (double value : values) {
            hash = 31 * hash + Long.hashCode(Double.doubleToRawLongBits(value));
        }
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}

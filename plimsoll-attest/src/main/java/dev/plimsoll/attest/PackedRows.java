package dev.plimsoll.attest;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Doubles;
import dev.plimsoll.run.Limits;
import dev.plimsoll.run.ModuleRun;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of numbers as bytes, so that every bit comes back: for each row a 32-bit count and as many IEEE 754 binary64 values,
 * all big-endian; for what came back, the row's 32-bit status before the count.
 */
final class PackedRows {
    private PackedRows() {}

    static Bytes packNumber(double number) {
        return packed(buffer(Double.BYTES).putLong(Double.doubleToRawLongBits(number)));
    }

    static double unpackNumber(Bytes bytes) {
        if (bytes.length() != Double.BYTES) {
            throw new AttestationException("a number is not 8 bytes");
        }
        return Double.longBitsToDouble(bytes.asReadOnlyBuffer().getLong());
    }

    static Bytes packRows(List<Doubles> rows) {
        ByteBuffer buffer = buffer(rows.stream().mapToLong(PackedRows::size).sum());
        rows.forEach(row -> put(buffer, row));
        return packed(buffer);
    }

    static List<Doubles> unpackRows(Bytes bytes) {
        ByteBuffer buffer = bytes.asReadOnlyBuffer();
        List<Doubles> rows = new ArrayList<>();
        while (buffer.hasRemaining()) {
            rows.add(row(buffer));
            requireFew(rows.size());
        }
        return rows;
    }

    static Bytes packRuns(List<ModuleRun> runs) {
        ByteBuffer buffer = buffer(runs.stream()
                .mapToLong(run -> Integer.BYTES + size(run.outputs()))
                .sum());
        for (ModuleRun run : runs) {
            put(buffer.putInt(run.status()), run.outputs());
        }
        return packed(buffer);
    }

    static List<ModuleRun> unpackRuns(Bytes bytes) {
        ByteBuffer buffer = bytes.asReadOnlyBuffer();
        List<ModuleRun> runs = new ArrayList<>();
        while (buffer.hasRemaining()) {
            runs.add(new ModuleRun(integer(buffer), row(buffer)));
            requireFew(runs.size());
        }
        return runs;
    }

    private static void requireFew(int rows) {
        if (rows > Limits.MAX_MODULE_VALUES) {
            throw new AttestationException("there are more than " + Limits.MAX_MODULE_VALUES + " rows");
        }
    }

    private static long size(Doubles row) {
        return Integer.BYTES + (long) row.size() * Double.BYTES;
    }

    private static void put(ByteBuffer buffer, Doubles row) {
        buffer.putInt(row.size());
        for (int i = 0; i < row.size(); i++) {
            buffer.putLong(Double.doubleToRawLongBits(row.at(i)));
        }
    }

    private static Doubles row(ByteBuffer buffer) {
        int count = integer(buffer);
        if (count < 0 || (long) count * Double.BYTES > buffer.remaining()) {
            throw new AttestationException("a row says that it has more numbers than there are");
        }
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Double.longBitsToDouble(buffer.getLong());
        }
        return Doubles.of(values);
    }

    private static int integer(ByteBuffer buffer) {
        try {
            return buffer.getInt();
        } catch (BufferUnderflowException e) {
            throw new AttestationException("a row is cut off", e);
        }
    }

    private static ByteBuffer buffer(long size) {
        if (size > Exchange.STANDARD_MAX_BYTES) {
            throw new AttestationException("the rows have more than " + Exchange.STANDARD_MAX_BYTES + " bytes");
        }
        return ByteBuffer.allocate((int) size);
    }

    private static Bytes packed(ByteBuffer buffer) {
        byte[] content = new byte[buffer.flip().remaining()];
        buffer.get(content);
        return Bytes.copyOf(content);
    }
}

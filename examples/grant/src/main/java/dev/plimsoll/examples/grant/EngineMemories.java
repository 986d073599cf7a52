package dev.plimsoll.examples.grant;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The memories of the engines in this JVM: the large byte arrays of a heap dump, in HotSpot's binary format. The rest of the
 * heap is the application's, and does hold the credential.
 */
final class EngineMemories {
    private static final int LARGE = 512 * 1024;
    private static final int HEAP_DUMP = 0x0C;
    private static final int HEAP_DUMP_SEGMENT = 0x1C;
    private static final int BYTE_ARRAY = 8;
    /** By the format's numbers of types: boolean, char, float, double, byte, short, int, long. */
    private static final int[] SIZES = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8};

    private final List<byte[]> memories = new ArrayList<>();
    private int idSize;

    private EngineMemories() {}

    /** Takes a dump of this JVM as it is now. */
    static EngineMemories dump() {
        try {
            Path folder = Files.createTempDirectory("plimsoll-example");
            Path file = folder.resolve("heap.hprof");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpHeap(file.toString(), true);
                EngineMemories memories = new EngineMemories();
                memories.read(file);
                return memories;
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long size() {
        return memories.stream().mapToLong(memory -> memory.length).sum();
    }

    /** Counts a text's occurrences, in the engine's one-byte and in its two-byte strings. */
    int count(String text) {
        int count = 0;
        for (byte[] memory : memories) {
            count += count(memory, text.getBytes(StandardCharsets.UTF_8));
            count += count(memory, text.getBytes(StandardCharsets.UTF_16LE));
        }
        return count;
    }

    private static int count(byte[] memory, byte[] text) {
        int count = 0;
        for (int at = 0; at <= memory.length - text.length; at++) {
            int same = 0;
            while (same < text.length && memory[at + same] == text[same]) {
                same++;
            }
            count += same == text.length ? 1 : 0;
        }
        return count;
    }

    private void read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20))) {
            while (in.readByte() != 0) {
                // the name of the format
            }
            idSize = in.readInt();
            in.readLong();
            for (int tag = in.read(); tag >= 0; tag = in.read()) {
                in.readInt();
                long length = Integer.toUnsignedLong(in.readInt());
                if (tag == HEAP_DUMP || tag == HEAP_DUMP_SEGMENT) {
                    while (length > 0) {
                        length -= readObject(in);
                    }
                } else {
                    in.skipNBytes(length);
                }
            }
        }
    }

    /** Reads one root, class, object or array. Returns how many bytes it took. */
    private long readObject(DataInputStream in) throws IOException {
        int tag = in.readUnsignedByte();
        return 1
                + switch (tag) {
                    case 0xFF, 0x05, 0x07 -> skip(in, idSize);
                    case 0x01 -> skip(in, 2L * idSize);
                    case 0x04, 0x06 -> skip(in, idSize + 4L);
                    case 0x02, 0x03, 0x08 -> skip(in, idSize + 8L);
                    case 0x20 -> readClass(in);
                    case 0x21 -> skip(in, 2L * idSize + 4) + readSized(in);
                    case 0x22 -> readReferences(in);
                    case 0x23 -> readPrimitives(in);
                    default -> throw new IOException("a heap dump with an unknown record " + tag);
                };
    }

    private long readClass(DataInputStream in) throws IOException {
        long read = skip(in, 7L * idSize + 8);
        int constants = in.readUnsignedShort();
        for (int i = 0; i < constants; i++) {
            read += skip(in, 2) + readValue(in);
        }
        int statics = in.readUnsignedShort();
        for (int i = 0; i < statics; i++) {
            read += skip(in, idSize) + readValue(in);
        }
        int fields = in.readUnsignedShort();
        return read + 6 + skip(in, fields * (idSize + 1L));
    }

    private long readValue(DataInputStream in) throws IOException {
        return 1 + skip(in, size(in.readUnsignedByte()));
    }

    private long readSized(DataInputStream in) throws IOException {
        return 4 + skip(in, in.readInt());
    }

    private long readReferences(DataInputStream in) throws IOException {
        long read = skip(in, idSize + 4L);
        int length = in.readInt();
        return read + 4 + skip(in, idSize * (length + 1L));
    }

    private long readPrimitives(DataInputStream in) throws IOException {
        long read = skip(in, idSize + 4L);
        int length = in.readInt();
        int type = in.readUnsignedByte();
        long bytes = (long) length * size(type);
        if (type != BYTE_ARRAY || length < LARGE) {
            return read + 5 + skip(in, bytes);
        }
        byte[] memory = in.readNBytes(length);
        if (memory.length < length) {
            throw new EOFException();
        }
        memories.add(memory);
        return read + 5 + bytes;
    }

    private int size(int type) {
        return type == 2 ? idSize : SIZES[type];
    }

    private static long skip(DataInputStream in, long bytes) throws IOException {
        in.skipNBytes(bytes);
        return bytes;
    }
}

package dev.plimsoll.wasm.internal.engine;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The engine's memory with QuickJS started and the prelude in place, as every run begins with it.
 *
 * <p>Made at build ({@link #make}) and shipped beside the classes; tied to them by the hash of the WebAssembly they come
 * from. A checksum finds a damaged file; who may change files of the class path is out of its reach.
 */
final class EngineImage {
    private static final int MAGIC = 0x504C4D49;

    /** Far below the shadow stack's size, so that native frames on top of the deepest guest frame still fit. */
    private static final int GUEST_STACK = 640 << 10;

    private final String engineHash;
    private final int pages;
    private final int stackPointer;
    private final int start;
    private final byte[] content;

    private EngineImage(String engineHash, int pages, int stackPointer, int start, byte[] content) {
        this.engineHash = engineHash;
        this.pages = pages;
        this.stackPointer = stackPointer;
        this.start = start;
        this.content = content;
    }

    /** SHA-256 of the WebAssembly, in lower case hex. */
    String engineHash() {
        return engineHash;
    }

    int pages() {
        return pages;
    }

    int stackPointer() {
        return stackPointer;
    }

    /** Makes the array the image: also what lies outside of it, which has to be zero. */
    void restore(byte[] memory, int usedPages) {
        Arrays.fill(memory, 0, start, (byte) 0);
        System.arraycopy(content, 0, memory, start, content.length);
        int end = start + content.length;
        Arrays.fill(memory, end, Math.max(end, Math.min(memory.length, usedPages * EngineMemory.PAGE)), (byte) 0);
    }

    /** Writes the image into an array of zeros. */
    void copyTo(byte[] memory) {
        System.arraycopy(content, 0, memory, start, content.length);
    }

    /**
     * Starts the engine and evaluates the prelude.
     *
     * @param initialMemory as the WebAssembly module defines it
     * @throws IllegalStateException when the prelude fails, with what it said
     */
    static EngineImage make(
            EngineCode code, String engineHash, byte[] initialMemory, int stackPointer, String prelude) {
        var host = new ImageHost();
        int pageLimit = 64 << 20 >>> 16;
        var memory = new EngineMemory(
                initialMemory.clone(), initialMemory.length / EngineMemory.PAGE, pageLimit, stackPointer, host);
        code.initialize(memory);
        int started = code.boot(GUEST_STACK, memory);
        byte[] source = (prelude + "\0").getBytes(StandardCharsets.UTF_8);
        int address = code.alloc(source.length, memory);
        memory.write(address, source);
        int failed = code.prelude(address, source.length - 1, memory);
        code.free(address, memory);
        if (started != 0 || failed != 0) {
            throw new IllegalStateException("the prelude failed: " + host.text());
        }
        byte[] all = memory.bytes();
        int used = memory.pageCount() * EngineMemory.PAGE;
        int start = 0;
        while (start < used && all[start] == 0) {
            start++;
        }
        int end = used;
        while (end > start && all[end - 1] == 0) {
            end--;
        }
        return new EngineImage(
                engineHash, memory.pageCount(), memory.stackPointer, start, Arrays.copyOfRange(all, start, end));
    }

    byte[] toBytes() {
        var body = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(body)) {
            out.writeInt(MAGIC);
            out.writeUTF(engineHash);
            out.writeInt(pages);
            out.writeInt(stackPointer);
            out.writeInt(start);
            out.writeInt(content.length);
            out.write(content);
            out.writeInt(checksum(engineHash, pages, stackPointer, start, content));
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return body.toByteArray();
    }

    /**
     * Reads an image.
     *
     * @throws IOException when it cannot be read, is damaged, or belongs to another engine
     */
    static EngineImage read(InputStream in, String expectedHash) throws IOException {
        var data = new DataInputStream(in);
        if (data.readInt() != MAGIC) {
            throw new IOException("not a heap image");
        }
        String engineHash = data.readUTF();
        if (!engineHash.equals(expectedHash)) {
            throw new IOException("the heap image belongs to another engine");
        }
        int pages = data.readInt();
        int stackPointer = data.readInt();
        int start = data.readInt();
        int length = data.readInt();
        if (pages < 1 || pages > 1024 || start < 0 || length < 0 || length > pages * EngineMemory.PAGE - start) {
            throw new IOException("the heap image is damaged: sizes");
        }
        byte[] content = data.readNBytes(length);
        if (content.length != length
                || data.readInt() != checksum(engineHash, pages, stackPointer, start, content)
                || data.read() != -1) {
            throw new IOException("the heap image is damaged: checksum");
        }
        return new EngineImage(engineHash, pages, stackPointer, start, content);
    }

    private static int checksum(String engineHash, int pages, int stackPointer, int start, byte[] content) {
        var crc = new CRC32();
        crc.update((engineHash + ' ' + pages + ' ' + stackPointer + ' ' + start).getBytes(StandardCharsets.UTF_8));
        crc.update(content);
        return (int) crc.getValue();
    }

    /** The host while the image is made: takes error messages, and is never asked anything. */
    private static final class ImageHost implements EngineHost {
        private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

        String text() {
            return messages.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void write(int stream, byte[] source, int offset, int length) {
            messages.write(source, offset, length);
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public long wallClock() {
            return 0;
        }

        @Override
        public long runClock() {
            return 0;
        }

        @Override
        public void random(byte[] target, int offset, int length) {
            Arrays.fill(target, offset, offset + length, (byte) 0);
        }

        @Override
        public boolean call(int id, byte[] envelope) {
            return false;
        }
    }
}

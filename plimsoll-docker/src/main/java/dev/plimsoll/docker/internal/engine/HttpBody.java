package dev.plimsoll.docker.internal.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The body of an answer, in the three ways in which HTTP/1.1 says where one ends. Never closes the connection. */
final class HttpBody extends InputStream {
    /** Far above the longest answer there is, a list of all containers; below what would fill a heap. */
    private static final long MAX_BODY = 32 << 20;

    private static final int MAX_CHUNK_LINE = 1024;

    private final InputStream in;
    private final boolean chunked;
    private final boolean endKnown;
    private long left;
    private long total;
    private boolean ended;

    private HttpBody(InputStream in, boolean chunked, boolean endKnown, long left) {
        this.in = in;
        this.chunked = chunked;
        this.endKnown = endKnown;
        this.left = left;
    }

    static HttpBody chunked(InputStream in) {
        return new HttpBody(in, true, true, 0);
    }

    static HttpBody ofLength(InputStream in, long length) {
        return new HttpBody(in, false, true, length);
    }

    static HttpBody untilEnd(InputStream in) {
        return new HttpBody(in, false, false, Long.MAX_VALUE);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (ended || !hasMore()) {
            return -1;
        }
        int read = in.read(target, offset, (int) Math.min(length, left));
        if (read < 0) {
            if (endKnown) {
                throw new EOFException("the engine closed the connection in the middle of an answer");
            }
            ended = true;
            return -1;
        }
        left -= read;
        total += read;
        if (total > MAX_BODY) {
            throw new IOException("the answer is longer than " + MAX_BODY + " bytes");
        }
        if (chunked && left == 0) {
            HttpExchange.readLine(in, 2);
        }
        return read;
    }

    private boolean hasMore() throws IOException {
        if (left == 0 && chunked) {
            left = chunkLength();
            if (left == 0) {
                while (!HttpExchange.readLine(in, MAX_CHUNK_LINE).isEmpty()) {
                    // a trailer, which says nothing that we need; the engine's end bounds the loop
                    if (++total > MAX_BODY) {
                        throw new IOException("the answer has trailers without end");
                    }
                }
            }
        }
        ended = left == 0;
        return !ended;
    }

    private long chunkLength() throws IOException {
        String line = HttpExchange.readLine(in, MAX_CHUNK_LINE);
        int end = line.indexOf(';');
        String digits = (end < 0 ? line : line.substring(0, end)).strip();
        if (!digits.matches("[0-9a-fA-F]{1,8}")) {
            throw new IOException("a chunk of the answer has no length");
        }
        return Long.parseLong(digits, 16);
    }
}

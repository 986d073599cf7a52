package dev.plimsoll.attest;

import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * Appends signed runs to a bundle, a file of JSON Lines. Thread-safe.
 *
 * <p>Only one writer may have a bundle open, also among processes. When a method returns, its line is on the disk. After an
 * {@link IOException} the writer appends no more, and the file may end with a torn line: close it, and {@link #resume} it.
 *
 * @since 0.1
 */
public final class BundleWriter implements AutoCloseable {
    /** What to do with a last line that a crash left unfinished. */
    public enum TornLine {
        /** Refuse to go on. */
        REFUSE,
        /** Cut it off: it was never acknowledged. */
        CUT
    }

    private final FileChannel channel;
    private final SigningKey key;
    private final BundleChain chain = new BundleChain();
    private long end;
    private boolean broken;

    private BundleWriter(FileChannel channel, SigningKey key) {
        this.channel = channel;
        this.key = key;
    }

    /**
     * Creates a bundle that its owner alone may read: it holds code and output as they were.
     *
     * @throws IOException if the file exists, or cannot be written
     */
    public static BundleWriter create(Path file, SigningKey key) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        BundleWriter writer = open(file, key, StandardOpenOption.CREATE_NEW, attributes);
        writer.chain.begin();
        if (posix) {
            forceFolder(file);
        }
        return writer;
    }

    /**
     * Verifies a bundle from its first line, and goes on after its last.
     *
     * @throws BundleRefusedException if a line is not good, the bundle was closed, or its last line is torn and is not to be
     *     cut
     * @throws AttestationException if another writer has it open
     * @throws IOException if the file does not exist, is a symbolic link, or cannot be read or written
     */
    public static BundleWriter resume(Path file, SigningKey key, TornLine tornLine) throws IOException {
        return resume(file, key, tornLine, BundleVerifier.with(key.verifyKey()));
    }

    /**
     * Does the same, and refuses a bundle that has no line with this SHA-256, the head that the writer before reported. Use it
     * where others can write to the file: who cuts a bundle off between two writers would else have the rest closed and signed.
     */
    public static BundleWriter resume(Path file, SigningKey key, TornLine tornLine, String knownHead)
            throws IOException {
        return resume(file, key, tornLine, BundleVerifier.with(key.verifyKey()).knownHead(knownHead));
    }

    private static BundleWriter resume(Path file, SigningKey key, TornLine tornLine, BundleVerifier verifier)
            throws IOException {
        BundleWriter writer = open(file, key, StandardOpenOption.READ);
        try {
            writer.catchUp(tornLine, verifier);
            return writer;
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private static BundleWriter open(Path file, SigningKey key, OpenOption option, FileAttribute<?>... attributes)
            throws IOException {
        FileChannel channel =
                FileChannel.open(file, Set.of(option, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS), attributes);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new BundleWriter(channel, key);
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new AttestationException("another writer of this process has the bundle open", e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new AttestationException("another process has the bundle open");
    }

    private void catchUp(TornLine tornLine, BundleVerifier verifier) throws IOException {
        long torn = verifier.read(Channels.newInputStream(channel), chain, (line, exchange) -> {});
        if (chain.closed()) {
            throw chain.refused(BundleDefect.AFTER_CLOSE, "the bundle is closed; start another one");
        }
        end = channel.size() - torn;
        if (torn > 0) {
            if (tornLine == TornLine.REFUSE) {
                throw chain.refused(
                        BundleDefect.TORN,
                        "it was not written to its end, as after a crash (" + torn
                                + " bytes); ask for it to be cut off");
            }
            channel.truncate(end);
            channel.force(true);
        }
        if (chain.lines() == 0) {
            chain.begin();
        }
    }

    /** A new file survives a crash only when its folder's entry does. */
    private static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    /**
     * Digests request and result again, checks the record against them and against its session's last one, signs it and
     * appends it. What does not match is never signed.
     *
     * @return the record's envelope
     * @throws dev.plimsoll.error.ReceiptMismatchException if the record does not match
     * @throws AttestationException if it is not the next one of its session, is too long, or the writer is closed
     * @throws IOException if it cannot be written
     */
    public Envelope append(RunRequest request, RunResult result) throws IOException {
        return append(new Exchange(request, result));
    }

    /** Appends a stored exchange as {@link #append(RunRequest, RunResult)} does. */
    public synchronized Envelope append(Exchange exchange) throws IOException {
        requireUsable();
        exchange.check();
        chain.sessions().check(exchange.record());
        Envelope envelope = Envelope.sign(RunStatement.write(exchange.record()), key);
        append(new BundleLine.Run(exchange, envelope));
        return envelope;
    }

    /**
     * Appends the signed close of a session: how many calls it had and which was the last.
     *
     * @param fingerprint what stands in its records, see {@code SandboxSession.fingerprint()}
     * @throws AttestationException if the bundle has no such open session
     * @throws IOException if it cannot be written
     */
    public synchronized void closeSession(String fingerprint) throws IOException {
        requireUsable();
        var statement = chain.sessions().closing(fingerprint);
        append(new BundleLine.SessionClose(Envelope.sign(statement, key)));
        chain.sessions().close(statement);
    }

    /**
     * Closes the sessions that are open, appends the bundle's signed end and closes the file. Nothing can be appended after.
     *
     * @return what to keep elsewhere to tell this bundle from an older one
     * @throws IOException if it cannot be written
     */
    public synchronized BundleReport closeBundle() throws IOException {
        requireUsable();
        for (String session : List.copyOf(chain.sessions().open())) {
            closeSession(session);
        }
        append(new BundleLine.BundleClose(chain.runs(), chain.sessions().count()));
        close();
        return report();
    }

    /** Returns how far the bundle has come. */
    public synchronized BundleReport report() {
        return chain.report(key.verifyKey(), 0);
    }

    private void append(BundleLine.Content content) throws IOException {
        byte[] encoded = BundleLine.encode(content);
        Envelope place = Envelope.sign(chain.place(Sha256.hex(encoded)), key);
        byte[] line = BundleLine.join(encoded, place);
        if (line.length > Exchange.STANDARD_MAX_BYTES) {
            throw new AttestationException(
                    "the run is too long for a line of a bundle, " + Exchange.STANDARD_MAX_BYTES + " bytes");
        }
        broken = true; // until the line is on the disk
        if (channel.size() != end) {
            throw new IOException("the bundle was changed by something else while it was open");
        }
        channel.position(end);
        ByteBuffer buffer = ByteBuffer.wrap(line);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        channel.force(true);
        end += line.length;
        chain.advance(line, line.length - 1, content);
        broken = false;
    }

    private void requireUsable() {
        if (broken || !channel.isOpen()) {
            throw new AttestationException("the writer is closed or failed before; resume the bundle with another one");
        }
    }

    /** Gives the file back without closing the bundle: it can be resumed. Idempotent. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}

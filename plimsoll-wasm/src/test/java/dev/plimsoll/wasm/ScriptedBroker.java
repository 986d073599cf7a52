package dev.plimsoll.wasm;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.HostApiBroker;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A broker that answers as a test says, and lets the guest call it without a client in between. */
final class ScriptedBroker implements HostApiBroker, BrokerSession, HostApi {
    /** The longest envelope and the longest reply, in bytes. */
    static final int LONGEST = 1_000;

    static final Grant GRANT = Grant.builder("https://api.example.com")
            .minter(request -> MintedToken.of(Secret.of("t0ken")))
            .build();

    /** Gives the guest the primitive itself, under the name {@code call}. */
    private static final String CLIENT = "define('call', hostCall);";

    private final String client;
    private final Function<String, CompletableFuture<Bytes>> answers;

    ScriptedBroker(Function<String, CompletableFuture<Bytes>> answers) {
        this(CLIENT, answers);
    }

    ScriptedBroker(String client, Function<String, CompletableFuture<Bytes>> answers) {
        this.client = client;
        this.answers = answers;
    }

    @Override
    public int spiVersion() {
        return HostApiBroker.SPI_VERSION;
    }

    @Override
    public BrokerSession open(BrokerOpening opening) {
        return this;
    }

    @Override
    public HostApi start(Deadline deadline) {
        return this;
    }

    @Override
    public CallTrace trace() {
        return CallTrace.none();
    }

    @Override
    public void close() {
        // nothing is open
    }

    @Override
    public String clientScript() {
        return client;
    }

    @Override
    public int maxEnvelopeBytes() {
        return LONGEST;
    }

    @Override
    public CompletableFuture<Bytes> call(Bytes envelope) {
        return answers.apply(new String(envelope.toByteArray(), StandardCharsets.UTF_8));
    }

    @Override
    public int maxReplyBytes() {
        return LONGEST;
    }
}

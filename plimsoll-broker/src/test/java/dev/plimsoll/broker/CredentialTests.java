package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintRequest;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a minter is asked, and what becomes of a run when it does not do its part. */
@Timeout(120)
class CredentialTests {
    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    private static MintedToken token(String text) {
        return MintedToken.of(Secret.of(text));
    }

    private static JavaScriptRequest.Builder request(RawServer server, TokenMinter minter) {
        Grant grant = Grant.builder(server.origin())
                .allow(HttpMethod.GET, "/v1/*")
                .scope("items:read")
                .minter(minter)
                .build();
        return JavaScriptRequest.builder("await host.get('/v1/1'); await host.get('/v1/2')")
                .grant(grant)
                .timeout(Duration.ofSeconds(50));
    }

    @Test
    void asksTheMinterOnceARun() throws IOException {
        List<MintRequest> asked = new ArrayList<>();
        try (RawServer server = RawServer.saying("1")) {
            TokenMinter minter = request -> {
                asked.add(request);
                return new MintedToken(
                        Secret.of("token-" + asked.size()),
                        Optional.of(Instant.now().plusSeconds(60)));
            };
            for (int run = 0; run < 2; run++) {
                assertThat(sandbox.runJavaScript(
                                        request(server, minter).subject("ada").build())
                                .exitCode())
                        .isZero();
            }
            MintRequest expected = new MintRequest(
                    URI.create(server.origin()),
                    List.of(Route.get("/v1/*")),
                    List.of("items:read"),
                    Duration.ofSeconds(50),
                    Optional.of("ada"));
            assertThat(asked).containsExactly(expected, expected);
            assertThat(server.requests())
                    .flatExtracting(request -> request.header("authorization"))
                    .containsExactly("Bearer token-1", "Bearer token-1", "Bearer token-2", "Bearer token-2");
        }
    }

    static Stream<Arguments> minters() {
        return Stream.of(
                minter("empty", request -> token("")),
                minter("blank", request -> token(" ")),
                minter("a space within", request -> token("a b")),
                minter("a new line", request -> token("secret-a\r\nX-Admin: 1")),
                minter("a tab", request -> token("secret-a\tb")),
                minter("a NUL", request -> token("secret-a\u0000")),
                minter("DEL", request -> token("secret-a\u007f")),
                minter("not ASCII", request -> token("secret-\u00e9")),
                minter("far from ASCII", request -> token("secret-\ud83d\ude00")),
                minter("too long", request -> token("x".repeat(1 << 20))),
                minter("expired", request -> new MintedToken(Secret.of("secret-a"), Optional.of(Instant.EPOCH))),
                minter("nothing", request -> null),
                minter("an IOException", request -> {
                    throw new IOException("secret-a could not be made");
                }),
                minter("a RuntimeException", request -> {
                    throw new IllegalStateException("secret-a could not be made");
                }),
                minter("an Error", request -> {
                    throw new LinkageError("secret-a could not be made");
                }));
    }

    private static Arguments minter(String name, TokenMinter minter) {
        return Arguments.of(name, minter);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("minters")
    void runsNothingWithoutAUsableCredential(String name, TokenMinter minter) throws IOException {
        try (RawServer server = RawServer.saying("1")) {
            assertThatExceptionOfType(PermissionRefusedException.class)
                    .isThrownBy(
                            () -> sandbox.runJavaScript(request(server, minter).build()))
                    .withMessageStartingWith("nothing ran: ")
                    .withNoCause()
                    .satisfies(e -> {
                        assertThat(e.reason()).isEqualTo(RefusalReason.PERMISSION);
                        assertThat(e.requestId()).isPresent();
                        assertThat(e.getMessage()).doesNotContain("secret-");
                        assertThat(e.getSuppressed()).isEmpty();
                    });
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void interruptsAMinterThatTakesLongerThanTheRunMay() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        try (RawServer server = RawServer.saying("1")) {
            JavaScriptRequest request = request(server, asked -> {
                        never.await();
                        return token("late");
                    })
                    .timeout(Duration.ofMillis(200))
                    .build();
            assertThatExceptionOfType(PermissionRefusedException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(request))
                    .withMessage("nothing ran: the minter took longer than the whole run may, PT0.2S");
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(server.requests()).isEmpty();
        }
    }

    /** One that swallows the interrupt, and comes with a token after all. */
    @Test
    void takesNoTokenThatComesTooLate() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        try (RawServer server = RawServer.saying("1")) {
            JavaScriptRequest request = request(server, asked -> {
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            return token("late");
                        }
                        return token("never");
                    })
                    .timeout(Duration.ofMillis(200))
                    .build();
            assertThatExceptionOfType(PermissionRefusedException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(request));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void keepsTheCallersOwnInterrupt() throws IOException {
        try (RawServer server = RawServer.saying("1")) {
            JavaScriptRequest request = request(server, asked -> {
                        Thread.currentThread().interrupt();
                        throw new InterruptedException();
                    })
                    .build();
            assertThatExceptionOfType(NotDispatchedException.class).isThrownBy(() -> sandbox.runJavaScript(request));
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void doesNotAskAMinterThatNeedsASubjectWithoutOne() throws IOException {
        List<MintRequest> asked = new ArrayList<>();
        TokenMinter bound = new TokenMinter() {
            @Override
            public MintedToken mint(MintRequest request) {
                asked.add(request);
                return token("t");
            }

            @Override
            public boolean requiresSubject() {
                return true;
            }
        };
        try (RawServer server = RawServer.saying("1")) {
            assertThatExceptionOfType(PermissionRefusedException.class)
                    .isThrownBy(
                            () -> sandbox.runJavaScript(request(server, bound).build()))
                    .withMessageContaining("subject");
            assertThat(asked).isEmpty();
            assertThat(sandbox.runJavaScript(
                                    request(server, bound).subject("ada").build())
                            .exitCode())
                    .isZero();
        }
    }
}

package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A grant without TLS is for this machine: what its name leads to is looked at too, and once. */
@Timeout(60)
class LoopbackTests {
    private final List<String> asked = new ArrayList<>();

    private DirectCalls calls(RawServer server, List<InetAddress> addresses) {
        Dns dns = name -> {
            asked.add(name);
            return addresses;
        };
        return new DirectCalls(
                new HttpBroker(new OkHttpClient.Builder().dns(dns).build(), System::nanoTime),
                TestGrants.everyMethod("http://localhost:" + server.port()).build(),
                Duration.ofSeconds(40));
    }

    /** An address that is nobody's, of RFC 5737. */
    private static InetAddress elsewhere() throws UnknownHostException {
        return InetAddress.getByAddress("localhost", new byte[] {(byte) 192, 0, 2, 1});
    }

    static Stream<List<InetAddress>> elsewhereAmongOthers() throws UnknownHostException {
        InetAddress here = InetAddress.getLoopbackAddress();
        return Stream.of(
                List.of(elsewhere()),
                List.of(here, elsewhere()),
                List.of(elsewhere(), here),
                List.of(InetAddress.getByAddress(new byte[4])));
    }

    @ParameterizedTest
    @MethodSource("elsewhereAmongOthers")
    void sendsNothingWhenTheNameLeadsElsewhere(List<InetAddress> addresses) throws IOException {
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls = calls(server, addresses)) {
            assertThat(calls.get("/v1/1"))
                    .isEqualTo(DirectCalls.refused(502, "the API could not be reached, or broke off"));
            assertThat(asked).containsExactly("localhost");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void callsWhenTheNameLeadsHereAndLooksItUpOnce() throws IOException {
        try (RawServer server = new RawServer((request, connection) -> {
                    connection.send(RawServer.response("200 OK", "1", "Connection: close\r\n"));
                    return false;
                });
                DirectCalls calls = calls(server, List.of(InetAddress.getLoopbackAddress()))) {
            for (int call = 0; call < 3; call++) {
                assertThat(calls.get("/v1/1")).isEqualTo(DirectCalls.answered(200, "application/json", "1"));
            }
            assertThat(asked).containsExactly("localhost");
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void keepsTheAddressForTheRunAndAnswersForNoOtherName() throws IOException {
        List<InetAddress> first = List.of(elsewhere());
        List<InetAddress> later = List.of(InetAddress.getLoopbackAddress());
        PinnedDns dns = new PinnedDns(
                name -> {
                    asked.add(name);
                    return asked.size() == 1 ? first : later;
                },
                false);
        assertThat(dns.lookup("api.example.com")).isEqualTo(first);
        assertThat(dns.lookup("api.example.com")).isEqualTo(first);
        assertThat(asked).containsExactly("api.example.com");
        assertThatExceptionOfType(UnknownHostException.class).isThrownBy(() -> dns.lookup("other.example.com"));
    }
}

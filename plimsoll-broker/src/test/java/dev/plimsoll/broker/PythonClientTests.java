package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The module that Python has in a granted run: a real interpreter, the real broker, a real server. */
@Timeout(180)
class PythonClientTests {
    @TempDir
    Path folder;

    private final TestApi api = new TestApi();
    private DirectCalls calls;
    private PythonGuest python;

    @BeforeEach
    void open() throws IOException {
        assertThat(PythonGuest.IS_HERE || !"1".equals(System.getenv("PLIMSOLL_REQUIRE_PYTHON")))
                .as("the python3 that was promised is on the PATH")
                .isTrue();
        assumeTrue(PythonGuest.IS_HERE, "no python3 on the PATH to run the guest's client with");
        calls = new DirectCalls(TestGrants.everyMethod(api.url()).build());
        python = new PythonGuest(calls.api(), folder);
    }

    @AfterEach
    void close() throws IOException {
        api.close();
        if (calls != null) {
            python.close();
            calls.close();
        }
    }

    @Test
    void callsWithEachMethod() throws IOException, InterruptedException {
        assertThat(python.run("""
                        import host
                        print(host.get('/v1/7'))
                        print(host.put('/v1/7', {'a': [1, None, 'é']}))
                        host.post('/v1/8'); host.post('/v1/8', None); host.patch('/v1/7', False); host.delete('/v1/7')
                        answer = host.call('GET', '/v1/9')
                        print(answer.status, answer.content_type, answer.body)
                        """)).isEqualTo("{'ok': True}\n{'ok': True}\n200 application/json {\"ok\":true}\n");
        assertThat(api.requests)
                .containsExactly(
                        "GET /v1/7",
                        "PUT /v1/7 {\"a\": [1, null, \"\\u00e9\"]}",
                        "POST /v1/8",
                        "POST /v1/8 null",
                        "PATCH /v1/7 false",
                        "DELETE /v1/7",
                        "GET /v1/9");
        assertThat(api.authorizations).containsOnly("Bearer " + TestGrants.TOKEN);
    }

    @Test
    void raisesWithTheStatusOfTheBrokerOrOfTheApi() throws IOException, InterruptedException {
        api.answering(exchange -> TestApi.answer(exchange, 404, "text/plain", "no such item"));
        assertThat(python.run("""
                        import host
                        for path in '/v2/7', '/v1/%2e', '/v1/7':
                            try:
                                print(host.get(path))
                            except host.HostError as error:
                                print(error.status, error, '|', error.body)
                        print(host.call('GET', '/v1/7').status)
                        """)).isEqualTo("""
                        403 no route of the grant allows this call | None
                        403 %s | None
                        404 GET was answered with status 404 | no such item
                        404
                        """.formatted(PathRules.fault("/v1/%2e")));
        assertThat(api.requests).containsExactly("GET /v1/7", "GET /v1/7");
    }

    @Test
    void keepsIntegersAndReturnsWhatIsNotJsonAsText() throws IOException, InterruptedException {
        api.answering(exchange -> {
            switch (exchange.getRequestURI().getPath()) {
                case "/v1/number" ->
                    TestApi.answer(exchange, 200, "application/problem+json; charset=utf-8", "9007199254740993");
                case "/v1/text" -> TestApi.answer(exchange, 200, "text/csv", "é,🎉");
                default -> TestApi.answer(exchange, 204, "", "");
            }
        });
        assertThat(python.run("""
                        import host
                        print(host.get('/v1/number') + 1, host.get('/v1/text'), host.get('/v1/nothing'))
                        """)).isEqualTo("9007199254740994 é,🎉 None\n");
    }

    @Test
    void refusesWhatIsNoCallBeforeItLeaves() throws IOException, InterruptedException {
        assertThat(python.run("""
                        import host
                        for call in (lambda: host.get(7), lambda: host.post('/v1/1', float('nan')),
                                     lambda: host.post('/v1/1', {1, 2}), lambda: host.post('/v1/1', 'x' * (3 << 20))):
                            try:
                                print(call())
                            except (TypeError, ValueError, RuntimeError) as error:
                                print(type(error).__name__)
                        """)).isEqualTo("TypeError\nValueError\nTypeError\nRuntimeError\n");
        assertThat(calls.trace().denied()).isZero();
        assertThat(api.requests).isEmpty();
    }

    @Test
    void callsFromThreadsAndAfterAFork() throws IOException, InterruptedException {
        assertThat(python.run("""
                        import concurrent.futures, host, multiprocessing
                        with concurrent.futures.ThreadPoolExecutor(8) as pool:
                            print(sum(answer['ok'] for answer in pool.map(lambda i: host.get(f'/v1/{i}'), range(40))))
                        def child(i):
                            return host.get(f'/v1/{i}')['ok']
                        with multiprocessing.get_context('fork').Pool(2) as processes:
                            print(processes.map(child, range(4)))
                        """)).isEqualTo("40\n[True, True, True, True]\n");
        assertThat(api.requests).hasSize(44);
    }
}

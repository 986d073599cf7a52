package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A deterministic request has the same result digest in a container, behind gVisor's kernel and in the process tier. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SameDigestTests {
    private static final List<String> CODES = List.of(
            "console.log(Math.random(), Math.random(), Math.random())",
            "console.log(Date.now(), new Date().toISOString(), new Date(0).getTime(), performance.now(), performance.timeOrigin)",
            "console.log(crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(5)), Math.random())",
            "setTimeout(()=>console.log('b',Date.now()),50);setTimeout(()=>console.log('a',Date.now()),10);"
                    + "setImmediate(()=>console.log('i',performance.now()));Promise.resolve().then(()=>console.log('m',Date.now()))",
            "let n=0;const t=setInterval(()=>{console.log(n,Date.now());if(++n==4)clearInterval(t)},7);"
                    + "await new Promise(r=>setTimeout(r,20));console.log('after',performance.now())",
            "console.time();for(let i=0;i<3;i++)await new Promise(r=>setTimeout(r,60000*i));console.timeEnd();"
                    + "console.log(process.hrtime(),process.hrtime.bigint(),process.uptime())",
            "console.log(require('crypto').randomBytes(7).toString('hex'), String(new Date()))",
            "console.error(Date.now()); process.exit(Math.floor(Math.random()*100))");

    private static JavaScriptRequest request(String code, long seed) {
        return JavaScriptRequest.builder(code)
                .deterministic(new Determinism(Instant.parse("2026-01-01T00:00:00Z"), Duration.ofMillis(1), seed))
                .timeout(Duration.ofMinutes(2))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void isTheSameAsInTheProcessTier(TestEngine.Tier tier) {
        try (Sandbox container = TestEngine.open(tier);
                Sandbox process = Sandbox.open("wasm")) {
            for (String code : CODES) {
                JavaScriptRequest request = request(code, 42);
                JavaScriptResult there = container.runJavaScript(request);
                JavaScriptResult here = process.runJavaScript(request);
                assertThat(there.stdoutText()).as(there.stderrText()).isEqualTo(here.stdoutText());
                assertThat(there.record().resultSha256())
                        .as(code)
                        .isEqualTo(here.record().resultSha256());
                assertThat(there.record().requestSha256())
                        .isEqualTo(here.record().requestSha256());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void dependsOnTheSeed(TestEngine.Tier tier) {
        try (Sandbox container = TestEngine.open(tier)) {
            String one = container.runJavaScript(request(CODES.get(0), 1)).stdoutText();
            String two = container.runJavaScript(request(CODES.get(0), 2)).stdoutText();
            assertThat(one).isNotEqualTo(two);
        }
    }
}

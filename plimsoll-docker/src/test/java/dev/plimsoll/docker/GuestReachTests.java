package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a guest that looks around finds of the host, of the image and of the runner. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GuestReachTests {
    private static final List<String> LOOKS = List.of(
            "for(const p of ['/proc/1/mem','/proc/kcore','/proc/sysrq-trigger','/etc/shadow',"
                    + "'/sys/kernel/debug','/dev/mem','/dev/kmsg','/var/run/docker.sock'])"
                    + "try{require('fs').readFileSync(p);console.log(p)}catch{}",
            "for(const p of ['/proc/sys/kernel/hostname','/sys/fs/cgroup/memory.max',"
                    + "'/sys/fs/cgroup/memory/memory.limit_in_bytes','/opt/plimsoll/start'])"
                    + "try{require('fs').writeFileSync(p,'1');console.log(p)}catch{}");

    /** Writes to whatever stream of another process can be opened: zeros are no frame. */
    private static final String FORGE = "const f=require('fs');let n=0;"
            + "for(const d of f.readdirSync('/proc').filter(d=>/^\\d+$/.test(d)&&+d!==process.pid))"
            + "for(const s of [0,1,2,3])try{f.writeSync(f.openSync(`/proc/${d}/fd/${s}`,'w'),Buffer.alloc(64));n++}catch{}"
            + "console.log(n);";

    private static JavaScriptResult run(Sandbox sandbox, String code) {
        return sandbox.runJavaScript(
                JavaScriptRequest.builder(code).timeout(Duration.ofSeconds(60)).build());
    }

    @ParameterizedTest
    @EnumSource
    void findsNothingOfTheHost(TestEngine.Tier tier) {
        try (Sandbox sandbox = TestEngine.open(tier)) {
            for (String code : LOOKS) {
                JavaScriptResult result = run(sandbox, code);
                assertThat(result.exitCode()).as(result.stderrText()).isZero();
                assertThat(result.stdoutText()).isEmpty();
            }
        }
    }

    /** The kernel lets no process open what another, unreadable program has open. */
    @Test
    void cannotWriteFramesOfTheRunnerUnderRunc() {
        try (Sandbox sandbox = TestEngine.open(TestEngine.Tier.RUNC)) {
            assertThat(run(sandbox, FORGE).stdoutText()).isEqualTo("0\n");
        }
    }

    /** gVisor's kernel does not keep programs unreadable: a forger breaks its own run, and nothing else. */
    @Test
    void breaksItsOwnRunByForgingFramesUnderGvisor() {
        try (Sandbox sandbox = TestEngine.open(TestEngine.Tier.RUNSC)) {
            JavaScriptResult result = run(sandbox, FORGE);
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(70);
            assertThat(result.stderrText()).contains("was not what its runner sends");
            assertThat(run(sandbox, "console.log(6*7)").stdoutText()).isEqualTo("42\n");
        }
    }
}

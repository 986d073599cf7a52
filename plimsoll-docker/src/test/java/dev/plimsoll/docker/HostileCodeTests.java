package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that wants to hurt has an outcome like any other, and the run after it is right. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class HostileCodeTests {
    private static final Map<TestEngine.Tier, Sandbox> OPEN = new EnumMap<>(TestEngine.Tier.class);
    private static final Duration AMPLE = Duration.ofSeconds(60);
    /** Long enough for a container to start on a busy machine, so that it is the code that meets the deadline. */
    private static final Duration BRIEF = Duration.ofSeconds(6);

    private static JavaScriptResult run(TestEngine.Tier tier, String code, Duration timeout) {
        return OPEN.computeIfAbsent(tier, TestEngine::open)
                .runJavaScript(JavaScriptRequest.builder(code)
                        .timeout(timeout)
                        .memoryBytes(192 << 20)
                        .build());
    }

    @AfterEach
    void theNextRunIsRight() {
        OPEN.keySet()
                .forEach(tier -> assertThat(run(tier, "console.log(6*7)", AMPLE).stdoutText())
                        .isEqualTo("42\n"));
    }

    @AfterAll
    static void close() {
        OPEN.values().forEach(Sandbox::close);
        OPEN.clear();
    }

    private static Stream<Arguments> onEachTier(List<String> codes) {
        return Stream.of(TestEngine.Tier.values())
                .flatMap(tier -> codes.stream().map(code -> Arguments.of(tier, code)));
    }

    static Stream<Arguments> endless() {
        return onEachTier(List.of(
                "console.log('kept');while(true){}",
                "console.log('kept');process.on('SIGTERM',()=>{});setInterval(()=>{},1)",
                "console.log('kept');process.stdout.end();process.stderr.end();setInterval(()=>{},1)"));
    }

    @ParameterizedTest
    @MethodSource("endless")
    void endsAtItsDeadlineAndKeepsWhatItPrinted(TestEngine.Tier tier, String code) {
        JavaScriptResult result = run(tier, code, BRIEF);
        assertThat(result.timedOut()).as(result.toString()).isTrue();
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.memoryExceeded()).isFalse();
        assertThat(result.stdoutText()).isEqualTo("kept\n");
    }

    @ParameterizedTest
    @EnumSource
    void saysThatMemoryEndedIt(TestEngine.Tier tier) {
        JavaScriptResult result = run(tier, "const k=[];for(;;)k.push(Buffer.alloc(1<<20,1))", AMPLE);
        assertThat(result.memoryExceeded())
                .as(result.toString() + result.stderrText())
                .isTrue();
        assertThat(result.exitCode()).isEqualTo(137);
        assertThat(result.timedOut()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void drainsAFloodAndCountsIt(TestEngine.Tier tier) {
        JavaScriptResult result = run(
                tier,
                "const s=Buffer.alloc(1<<20,97);let n=0;"
                        + "(function w(){if(n++===64)return;process.stdout.write(s,w)})()",
                AMPLE);
        assertThat(result.exitCode())
                .as(result.toString() + result.stderrText())
                .isZero();
        assertThat(result.stdout().bytes().length()).isEqualTo(64 << 10);
        assertThat(result.stdout().droppedBytes()).isEqualTo((64L << 20) - (64 << 10));
    }

    static Stream<Arguments> bombs() {
        return onEachTier(List.of(
                "const {spawn}=require('child_process');for(;;)try{spawn('/bin/sh',['-c','sleep 60']).on('error',()=>{})}catch{}",
                "require('child_process').spawnSync('/bin/sh',['-c','b(){ b|b& };b'],{stdio:'ignore'});setInterval(()=>{},1)",
                "const fs=require('fs');const b=Buffer.alloc(1<<20,1);for(let i=0;;i++)fs.appendFileSync('/work/f',b)",
                "const fs=require('fs');for(;;)fs.openSync('/dev/null','r')",
                "process.kill(1,'SIGKILL');process.kill(1,'SIGTERM');process.kill(process.ppid,'SIGKILL');setInterval(()=>{},1)",
                "require('child_process').execSync('kill -9 -1')"));
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void endsOneWayOrAnother(TestEngine.Tier tier, String code) {
        JavaScriptResult result = run(tier, code, BRIEF);
        assertThat(result.exitCode()).as(result.toString()).isPositive();
    }

    static Stream<Arguments> looks() {
        return onEachTier(List.of(
                "for(const p of ['/proc/1/mem','/proc/kcore','/proc/sysrq-trigger','/etc/shadow',"
                        + "'/sys/kernel/debug','/dev/mem','/dev/kmsg','/var/run/docker.sock'])"
                        + "try{require('fs').readFileSync(p);console.log(p)}catch{}",
                "for(const p of ['/proc/sys/kernel/hostname','/sys/fs/cgroup/memory.max',"
                        + "'/sys/fs/cgroup/memory/memory.limit_in_bytes','/opt/plimsoll/start'])"
                        + "try{require('fs').writeFileSync(p,'1');console.log(p)}catch{}"));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void findsNothingOfTheHost(TestEngine.Tier tier, String code) {
        JavaScriptResult result = run(tier, code, AMPLE);
        assertThat(result.exitCode()).as(result.stderrText()).isZero();
        assertThat(result.stdoutText()).isEmpty();
    }

    /** Writes to whatever stream of another process can be opened: zeros are no frame. */
    private static final String FORGE = "const f=require('fs');let n=0;"
            + "for(const d of f.readdirSync('/proc').filter(d=>/^\\d+$/.test(d)&&+d!==process.pid))"
            + "for(const s of [0,1,2,3])try{f.writeSync(f.openSync(`/proc/${d}/fd/${s}`,'w'),Buffer.alloc(64));n++}catch{}"
            + "console.log(n);";

    /** The kernel lets no process open what another, unreadable program has open. */
    @Test
    void cannotWriteFramesOfTheRunnerUnderRunc() {
        assertThat(run(TestEngine.Tier.RUNC, FORGE, AMPLE).stdoutText()).isEqualTo("0\n");
    }

    /** gVisor's kernel does not keep programs unreadable: a forger breaks its own run, and nothing else. */
    @Test
    void breaksItsOwnRunByForgingFramesUnderGvisor() {
        JavaScriptResult result = run(TestEngine.Tier.RUNSC, FORGE, AMPLE);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(70);
        assertThat(result.stderrText()).contains("was not what its runner sends");
    }
}

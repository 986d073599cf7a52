package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.StepResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps that attack the container, the runner, the kernel or what comes back: each stays within its run. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileProjectTests {
    private static final Duration AMPLE = Duration.ofMinutes(2);

    /** Shell commands that must fail. gVisor makes a node for a device, which leads nowhere. */
    private static final List<String> WAYS_OUT = List.of(
            "echo b >/proc/sysrq-trigger",
            "echo 1 >/proc/sys/kernel/panic",
            "echo x >/proc/sys/kernel/core_pattern",
            "test -s /proc/kcore && head -c 1 /proc/kcore | grep -q .",
            "cat /proc/1/mem",
            "ls /sys/firmware/efi",
            "echo 1 >/sys/kernel/profiling",
            "echo max >/sys/fs/cgroup/memory.max",
            "echo -1 >/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "touch /usr/bin/sh",
            "touch /opt/plimsoll/runner.cjs",
            "touch /etc/ld.so.preload",
            "mount -t tmpfs none /mnt",
            "mknod /tmp/disk b 8 0; dd if=/tmp/disk of=/dev/null count=1",
            "mknod /tmp/kmem c 1 2; dd if=/tmp/kmem of=/dev/null count=1",
            "cp /usr/bin/busybox /tmp/run && /tmp/run true",
            "cp /usr/bin/busybox /work/run && /work/run true",
            "cp /usr/bin/busybox /dev/shm/run && /dev/shm/run true",
            "chroot / true",
            "su -c true");

    private static final Map<TestEngine.Tier, Sandbox> SANDBOXES = new EnumMap<>(TestEngine.Tier.class);

    @BeforeAll
    static void open() {
        for (TestEngine.Tier tier : TestEngine.Tier.values()) {
            SANDBOXES.put(tier, TestEngine.open(tier));
        }
    }

    @AfterAll
    static void close() {
        SANDBOXES.values().forEach(Sandbox::close);
    }

    /** The tier that the test attacked. */
    private TestEngine.Tier attacked;

    @AfterEach
    void theNextRunIsRight() {
        assertThat(run(attacked, "ls /work; echo right").stdout().text()).isEqualTo("right\n");
    }

    private ProjectResult project(TestEngine.Tier tier, ProjectRequest.Builder request) {
        attacked = tier;
        ProjectResult result =
                SANDBOXES.get(tier).runProject(request.timeout(AMPLE).build());
        assertThat(result.isolation()).isEqualTo(tier.isolation);
        return result;
    }

    private StepResult run(TestEngine.Tier tier, String command) {
        ProjectResult result = project(tier, ProjectRequest.builder().step(command));
        assertThat(result.outcome()).as(result.outcomeDetail()).isEqualTo(Outcome.COMPLETED);
        return result.steps().get(0);
    }

    @ParameterizedTest
    @EnumSource
    void survivesAForkBomb(TestEngine.Tier tier) {
        ProjectResult result = project(
                tier,
                ProjectRequest.builder()
                        .step("b(){ b|b& };b; sleep 1; echo over")
                        .step("echo after"));
        // Linux refuses the processes; gVisor gives up the whole sandbox
        assertThat(result.outcome()).isIn(Outcome.COMPLETED, Outcome.PROTOCOL_ERROR);
    }

    @ParameterizedTest
    @EnumSource
    void endsADiskThatIsFull(TestEngine.Tier tier) {
        ProjectRequest.Builder request = ProjectRequest.builder();
        for (String folder : List.of("/work", "/tmp", "/dev/shm")) {
            request.step("dd if=/dev/zero of=" + folder + "/fill bs=65536 count=4096; rm -f " + folder + "/fill");
        }
        assertThat(project(tier, request).steps())
                .hasSize(3)
                .allSatisfy(step -> assertThat(step.stderr().text()).contains("No space left on device"));
    }

    @ParameterizedTest
    @EnumSource
    void endsDescriptorsThatAreUsedUp(TestEngine.Tier tier) {
        String code =
                "const fs=require('fs');let n=0;try{for(;n<1e6;n++)fs.openSync('/dev/null')}catch(e){console.log(e.code,n<2000)}";
        assertThat(run(tier, "node -e \"" + code + "\"").stdout().text()).isEqualTo("EMFILE true\n");
    }

    @ParameterizedTest
    @EnumSource
    void bringsBackOnlyRegularFilesOfTheProject(TestEngine.Tier tier) {
        ProjectResult result = project(
                tier,
                ProjectRequest.builder()
                        .step("echo good >good; ln -s /etc/passwd link; ln -s /etc folder; mkfifo pipe; mkdir dir;"
                                + " ln -s /proc/self/environ env; ln -s good inner; ln -s /dev/zero zero; ln -s . loop;"
                                + " echo secret >unreadable; chmod 0 unreadable; : >empty")
                        .artifact("link")
                        .artifact("folder/passwd")
                        .artifact("pipe")
                        .artifact("dir")
                        .artifact("env")
                        .artifact("inner")
                        .artifact("zero")
                        .artifact("loop/loop/good")
                        .artifact("unreadable")
                        .artifact("missing")
                        .artifact("empty")
                        .artifact("good"));
        assertThat(result.succeeded()).as(result.toString()).isTrue();
        assertThat(result.artifacts()).extracting(artifact -> artifact.path()).containsExactly("empty", "good");
        assertThat(result.artifact("good").orElseThrow().content().utf8()).isEqualTo("good\n");
        assertThat(result.artifactsTruncated()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void leavesOutAnArtifactThatDoesNotFit(TestEngine.Tier tier) {
        ProjectResult result = project(
                tier,
                ProjectRequest.builder()
                        .step("dd if=/dev/zero of=big bs=1048576 count=9; echo small >small; truncate -s 1T sparse")
                        .artifact("big")
                        .artifact("sparse")
                        .artifact("small"));
        assertThat(result.artifacts()).extracting(artifact -> artifact.path()).containsExactly("small");
        assertThat(result.artifactsTruncated()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void refusesEveryWayOut(TestEngine.Tier tier) {
        ProjectResult result = project(
                tier,
                ProjectRequest.builder()
                        .file("attempts", String.join("\n", WAYS_OUT) + "\n")
                        .step("while read -r way; do sh -c \"$way\" </dev/null >/dev/null 2>&1 && echo \"$way\";"
                                + " done <attempts; echo tried $(wc -l <attempts)"));
        assertThat(result.succeeded()).as(result.toString()).isTrue();
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("tried " + WAYS_OUT.size() + "\n");
    }

    @ParameterizedTest
    @EnumSource
    void connectsNowhere(TestEngine.Tier tier) {
        String code = """
                const net=require('node:net');
                const to=[[80,'169.254.169.254'],[443,'1.1.1.1'],[53,'8.8.8.8'],[80,'fe80::1'],[443,'2606:4700:4700::1111'],[2375,'172.17.0.1']];
                Promise.all(to.map(([port,host])=>new Promise(done=>{const s=net.connect({port,host,timeout:3000});
                  s.on('connect',()=>done('connected '+host)).on('error',e=>done('no')).on('timeout',()=>{s.destroy();done('no')})})))
                  .then(all=>console.log([...new Set(all)].join()));
                """;
        ProjectResult result = project(
                tier,
                ProjectRequest.builder().file("c.js", code).step("node c.js").step("test ! -e /var/run/docker.sock"));
        assertThat(result.succeeded()).isTrue();
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("no\n");
    }

    /** Behind gVisor an engine does not always say that memory was the reason for an end, so any such end counts as one. */
    private static void looksAsIfMemoryWasExceeded(ProjectResult result) {
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.memoryExceeded()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shieldsProcessOneFromSignals(TestEngine.Tier tier) {
        ProjectResult result = project(
                tier, ProjectRequest.builder().step("kill -STOP 1; kill -SEGV 1; kill -9 1; sleep 1; echo alive"));
        if (tier == TestEngine.Tier.RUNC) {
            assertThat(result.steps().get(0).stdout().text()).isEqualTo("alive\n");
        } else { // gVisor lets a guest end its own container, by whichever of the signals comes to be handled first
            assertThat(result.outcome()).as(result.outcomeDetail()).isIn(Outcome.COMPLETED, Outcome.PROTOCOL_ERROR);
            assertThat(result.memoryExceeded()).isEqualTo(result.outcome() == Outcome.COMPLETED);
            assertThat(result.succeeded()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysSoWhenAStepKillsTheRunner(TestEngine.Tier tier) {
        ProjectResult result =
                project(tier, ProjectRequest.builder().step("echo first").step("kill -9 $PPID; sleep 5"));
        if (tier == TestEngine.Tier.RUNC) {
            assertThat(result.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(result.memoryExceeded()).isFalse();
        } else {
            looksAsIfMemoryWasExceeded(result);
        }
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("first\n");
    }

    /** Under Linux the runner's streams are closed to the guest. Under gVisor a frame that is none breaks the run, no more. */
    @ParameterizedTest
    @EnumSource
    void takesAForgedFrameForABrokenStream(TestEngine.Tier tier) {
        for (String target : new String[] {"1", "$PPID"}) {
            ProjectResult result = project(
                    tier, ProjectRequest.builder().step("printf '\\0\\0\\0\\1Q' >/proc/" + target + "/fd/1; echo on"));
            if (tier == TestEngine.Tier.RUNC) {
                assertThat(result.steps().get(0).stderr().text()).contains("Permission denied");
                assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
            } else {
                assertThat(result.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            }
        }
    }

    /** The worst that a well-formed forgery can be is a lie about the guest's own run. */
    @ParameterizedTest
    @EnumSource
    void keepsAForgedEndWithinItsRun(TestEngine.Tier tier) {
        String code = """
                const fs=require('node:fs');
                const frame=(type,json)=>{const p=Buffer.from(JSON.stringify(json));const h=Buffer.alloc(5);h.writeUInt32BE(p.length+1);
                  h.write(type,4);return Buffer.concat([h,p])};
                const lie=Buffer.concat([frame('X',{step:0,exitCode:0,oomKills:0}),
                  frame('Z',{outcome:'completed',detail:'',artifacts:[[0,1e9]],artifactsTruncated:false,isolation:'vm'})]);
                try{fs.writeFileSync('/proc/1/fd/1',lie)}catch(e){console.log(e.code)}
                process.exit(9);
                """;
        ProjectResult result = project(
                tier,
                ProjectRequest.builder().file("f.js", code).step("node f.js").artifact("f.js"));
        if (tier == TestEngine.Tier.RUNC) {
            assertThat(result.steps().get(0).exitCode()).isEqualTo(9);
            assertThat(result.steps().get(0).stdout().text()).isEqualTo("EACCES\n");
        } else {
            assertThat(result.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(result.artifacts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoProcessToTheNextStep(TestEngine.Tier tier) {
        ProjectResult result = project(
                tier,
                ProjectRequest.builder()
                        .step(
                                "(trap '' HUP TERM; while :; do echo x >>/work/log; done) & setsid sleep 1000 & sleep 0.2")
                        .step("ps -o comm | grep -c -e sleep; a=$(wc -c <log); sleep 0.3; test $a = $(wc -c <log)"));
        assertThat(result.succeeded()).as(result.toString()).isTrue();
        assertThat(result.steps().get(1).stdout().text()).isEqualTo("0\n");
    }
}

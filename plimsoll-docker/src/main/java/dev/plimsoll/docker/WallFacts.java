package dev.plimsoll.docker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.SmokeReport;
import java.util.regex.Pattern;

/**
 * What the probe saw of its wall from inside, and what it means.
 *
 * @param seen the probe's words
 */
record WallFacts(JsonNode seen) {
    /** What gVisor's kernel says of itself: the version it always said, or its name. */
    private static final Pattern GVISOR_VERSION = Pattern.compile(
            "Linux version (4\\.4\\.0 #1 SMP Sun Jan 10 15:06:54 PST 2016|[0-9.]+-gvisor .*)", Pattern.DOTALL);

    private static final String FILTERED = "2";

    private String text(String name) {
        return seen.path(name).asText();
    }

    /** Tells whether code meets gVisor's kernel: by its version, by its banner, and by not being the engine's kernel. */
    private boolean isGvisor() {
        return GVISOR_VERSION.matcher(text("version")).matches()
                && seen.path("banner").asBoolean();
    }

    /**
     * Returns the tier.
     *
     * @param engineKernel the release of the kernel of the engine's machine
     */
    Isolation isolation(String engineKernel) {
        boolean other = !engineKernel.isEmpty() && !text("kernel").startsWith(engineKernel + " ");
        return isGvisor() && other ? Isolation.KERNEL : Isolation.CONTAINER;
    }

    /** Adds a check for each promise. */
    void check(SmokeReport.Builder report, ContainerSpec spec, String runnerKernel) {
        report.check("the user is unprivileged", text("user").matches("65534:65534:(65534)?"), text("user"));
        report.check(
                "there are no capabilities",
                text("capabilities").matches("(0{16},?){5}|0{16},0{16},0{16},0{16},"),
                text("capabilities"));
        report.check("no new privileges can be had", holdsNoNewPrivileges(), text("noNewPrivileges"));
        report.check(
                "system calls are filtered, or met by gVisor",
                isGvisor() || text("seccomp").equals(FILTERED),
                "mode " + text("seccomp"));
        report.check("nothing else is writable", text("elsewhere").isEmpty(), text("elsewhere"));
        spec.writable().forEach((folder, size) -> checkFolder(report, folder, size));
        report.check(
                "there is no network",
                !text("connections").contains("connected")
                        && !text("connections").contains("timeout")
                        && text("interfaces").matches("(lo)?"),
                text("connections") + " over " + text("interfaces"));
        report.check(
                "the runner and the guest meet one kernel",
                !runnerKernel.isEmpty() && text("kernel").equals(runnerKernel),
                text("kernel"));
    }

    /** gVisor of some releases does not show the flag; there is nothing set-user-id to be had without capabilities. */
    private boolean holdsNoNewPrivileges() {
        return text("noNewPrivileges").equals("1")
                || (isGvisor() && text("noNewPrivileges").isEmpty());
    }

    private void checkFolder(SmokeReport.Builder report, String folder, long size) {
        JsonNode entry = seen.path("missing");
        for (JsonNode candidate : seen.path("folders")) {
            if (folder.equals(candidate.path("folder").asText())) {
                entry = candidate;
            }
        }
        String execute = entry.path("execute").asText();
        report.check(folder + " is writable", entry.path("writable").asBoolean(), entry.toString());
        report.check(folder + " is not executable", execute.equals("EACCES"), execute);
        long actual = entry.path("size").asLong();
        report.check(folder + " is bounded", actual > 0 && actual <= size, actual + " of " + size + " bytes");
    }
}

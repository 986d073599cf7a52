package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxDescription;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.SandboxProvider;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Who the provider is, what it says about its wall, and what it can do. */
abstract class IdentityContract extends ContractFixture {
    /** The id is {@code [a-z0-9-]{1,32}}, and two instances agree on it. */
    @Test
    public final void idIsWellFormedAndConstant() {
        SandboxProvider provider = provider();
        assertThat(provider.id()).matches("[a-z0-9-]{1,32}").isEqualTo(provider.id());
        assertThat(provider().id()).isEqualTo(provider.id());
    }

    /** The provider was built for the SPI version that is there. */
    @Test
    public final void isBuiltForThisSpiVersion() {
        assertThat(provider().spiVersion()).isEqualTo(SandboxProvider.SPI_VERSION);
    }

    /** A published provider is found by {@code ServiceLoader}; one that is not published is not. */
    @Test
    public final void isFoundByServiceLoaderAsDeclared() {
        Class<?> type = provider().getClass();
        boolean found = ServiceLoader.load(SandboxProvider.class, type.getClassLoader()).stream()
                .anyMatch(service -> service.type() == type);
        assertThat(found)
                .as("ServiceLoader finds %s; is it in META-INF/services and module-info?", type.getName())
                .isEqualTo(foundByServiceLoader());
    }

    /** The stated wall is the declared one, known, and the software behind it has a name. */
    @Test
    public final void statesTheDeclaredEvidence() {
        SandboxDescription description = open().describe();
        assertThat(description.evidence().isolation())
                .as("the stated isolation")
                .isEqualTo(isolation())
                .isNotEqualTo(Isolation.UNKNOWN);
        assertThat(description.evidence().environment()).as("the environment").isNotEmpty();
        assertThat(description.evidence().softwareIdentity())
                .as("the software identity")
                .isNotEmpty();
        assertThat(open().describe().evidence())
                .as("the evidence of a second backend")
                .isEqualTo(description.evidence());
    }

    /** A result states the wall that was stated before the run: a run at its own floor is not betrayed. */
    @Test
    public final void resultsCarryTheStatedEvidence() {
        Sandbox sandbox = open();
        var result = sandbox.runJavaScript(request(guest().print("x")).build());
        assertThat(result.evidence())
                .as("the result's evidence")
                .isEqualTo(sandbox.describe().evidence());
    }

    /** What the backend offers is what its author declared. */
    @Test
    public final void offersTheDeclaredCapabilities() {
        assertThat(open().describe().capabilities()).containsExactlyInAnyOrderElementsOf(capabilities());
    }

    /** The checks from inside the wall pass. */
    @Test
    public final void smokeTestPasses() {
        assertThat(open().describe().smokeTest().checks()).allMatch(check -> check.passed());
    }

    /** A misspelled option is an error, not a setting that silently does nothing. */
    @Test
    public final void refusesAnOptionItDoesNotKnow() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> open(provider(), builder -> builder.option("no-such-option", "1")))
                .withMessageContaining("no-such-option");
    }

    /** What the provider does not do it refuses, and its backend sees nothing of it. */
    @Test
    public final void refusesWhatItDoesNotDo() {
        Map<Capability, Consumer<Sandbox>> attempts = new EnumMap<>(Capability.class);
        attempts.put(Capability.JAVASCRIPT, sandbox -> sandbox.runJavaScript(guest().print("x")));
        attempts.put(
                Capability.PROJECT,
                sandbox ->
                        sandbox.runProject(ProjectRequest.builder().step("true").build()));
        attempts.put(
                Capability.MODULE,
                sandbox -> sandbox.runModule(
                        ModuleRequest.builder("model").time(1, 1).row(1).build()));
        attempts.put(Capability.SESSION, sandbox -> {
            try (var session = sandbox.openSession(sessionLanguage())) {
                session.runCell(CellRequest.of(sessionLanguage(), ""));
            }
        });
        attempts.put(
                Capability.JAVASCRIPT_GRANT,
                sandbox -> sandbox.runJavaScript(
                        request(guest().print("x")).grantProfile("profile").build()));
        attempts.put(
                Capability.PROJECT_GRANT,
                sandbox -> sandbox.runProject(ProjectRequest.builder()
                        .step("true")
                        .grantProfile("profile")
                        .build()));
        attempts.put(
                Capability.DETERMINISM,
                sandbox -> sandbox.runJavaScript(request(guest().print("x"))
                        .deterministic(Determinism.of(Instant.EPOCH, 1))
                        .build()));
        attempts.put(
                Capability.LAST_VALUE,
                sandbox -> sandbox.runJavaScript(
                        request(guest().print("x")).captureLastValue(true).build()));
        ObservedProvider observed = observed(null, null);
        Sandbox sandbox = open(observed, builder -> {});
        attempts.keySet().removeAll(capabilities());
        attempts.forEach((capability, attempt) -> assertThatExceptionOfType(UnsupportedRunException.class)
                .as("a run that needs %s", capability)
                .isThrownBy(() -> attempt.accept(sandbox)));
        assertThat(observed.calls).as("calls that reached the backend").hasValue(0);
    }
}

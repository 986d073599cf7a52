package dev.plimsoll.internal;

import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.HostApiBroker;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what a request asks to call into an open broker session, or refuses. */
final class GrantAccess {
    private static final Logger LOG = LoggerFactory.getLogger(GrantAccess.class);

    private final SandboxSettings settings;
    private final BrokerLoader brokers;

    GrantAccess(SandboxSettings settings) {
        this.settings = settings;
        this.brokers = new BrokerLoader(settings.broker(), settings.classLoader());
    }

    /**
     * Opens the broker.
     *
     * @throws PermissionRefusedException if there is no such grant for the subject, or no credential
     * @throws dev.plimsoll.error.UnsupportedRunException if there is no broker
     */
    BrokerSession open(RunRequest request, Duration budget, RequestId id) throws InterruptedException {
        Grant grant = request.grant()
                .or(() -> profile(request))
                .orElseThrow(() -> new PermissionRefusedException(
                        "nothing ran: there is no grant profile of this name for this subject", id));
        HostApiBroker broker = brokers.require(id);
        Optional<String> subject = request.subject();
        if (grant.minter().requiresSubject() && subject.isEmpty()) {
            throw new PermissionRefusedException(
                    "nothing ran: the grant's credential is bound to a subject and the request names none", id);
        }
        try {
            return broker.open(new BrokerOpening(grant, subject, budget, id, settings.clock()));
        } catch (PermissionRefusedException e) {
            // made anew, so that it carries this run's id and no cause
            throw new PermissionRefusedException(String.valueOf(e.getMessage()), id);
        } catch (RuntimeException | LinkageError e) { // its message might hold a credential
            LOG.warn("the broker could not be opened: {}", e.getClass().getName());
            throw new PermissionRefusedException(
                    "nothing ran: the broker could not be opened ("
                            + e.getClass().getName() + ")",
                    id);
        }
    }

    private Optional<Grant> profile(RunRequest request) {
        return settings.profiles().flatMap(profiles -> profiles.find(request.grantProfile(), request.subject()));
    }
}

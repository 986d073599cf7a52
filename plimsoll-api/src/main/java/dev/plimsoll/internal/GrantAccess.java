package dev.plimsoll.internal;

import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.HostApiBroker;
import java.time.Duration;
import java.util.Objects;
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
    GrantedRun open(RunRequest request, Duration budget, RequestId id) throws InterruptedException {
        Grant grant = grant(request, id);
        HostApiBroker broker = brokers.require(id);
        try {
            Optional<String> subject = request.subject();
            if (grant.minter().requiresSubject() && subject.isEmpty()) {
                throw new PermissionRefusedException(
                        "nothing ran: the grant's credential is bound to a subject and the request names none", id);
            }
            BrokerOpening opening = new BrokerOpening(grant, subject, budget, id, settings.clock());
            return new GrantedRun(Objects.requireNonNull(broker.open(opening), "broker session"), id);
        } catch (InterruptedException e) {
            throw e;
        } catch (PermissionRefusedException e) {
            // made anew, so that it carries this run's id and no cause
            throw new PermissionRefusedException(String.valueOf(e.getMessage()), id);
        } catch (Throwable e) { // the wall between a broker and the application; its message might hold a credential
            throw refused("the broker could not be opened", e, id);
        }
    }

    private Grant grant(RunRequest request, RequestId id) {
        Optional<Grant> given = request.grant();
        if (given.isPresent()) {
            return given.get();
        }
        Optional<Grant> found;
        try {
            found = settings.profiles().flatMap(profiles -> profiles.find(request.grantProfile(), request.subject()));
        } catch (Throwable e) { // the application's own look-up; whatever is wrong with it, nothing is granted
            throw refused("the grant profiles could not be asked", e, id);
        }
        return found.orElseThrow(() -> new PermissionRefusedException(
                "nothing ran: there is no grant profile of this name for this subject", id));
    }

    private static PermissionRefusedException refused(String what, Throwable e, RequestId id) {
        String failure = e.getClass().getName();
        LOG.warn("{}: {}", what, failure);
        return new PermissionRefusedException("nothing ran: " + what + " (" + failure + ")", id);
    }
}

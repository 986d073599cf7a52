package dev.plimsoll.spi;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.RequestId;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a broker is told when it is opened for a run.
 *
 * @param grant what the run may call
 * @param subject on whose behalf the run happens, if the request says so
 * @param budget how long the run may take: how long the credential has to be valid
 * @param requestId the run
 * @param clock the sandbox's clock
 * @since 0.1
 */
public record BrokerOpening(Grant grant, Optional<String> subject, Duration budget, RequestId requestId, Clock clock) {
    /** Checks for nulls. */
    public BrokerOpening {
        Objects.requireNonNull(grant, "grant");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(clock, "clock");
    }
}

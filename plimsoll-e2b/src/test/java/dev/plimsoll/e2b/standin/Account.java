package dev.plimsoll.e2b.standin;

import java.time.Duration;

/**
 * What the account may do.
 *
 * @param apiKey its key
 * @param mostVms how many microVMs it may have at once
 * @param hasV2 whether the service is new enough for {@code POST /v2/sandboxes}
 * @param longestLife what a microVM gets, whatever longer life was asked for
 */
public record Account(String apiKey, int mostVms, boolean hasV2, Duration longestLife) {
    /** An account with room for 20 at a service of today. */
    public static Account hobby() {
        return new Account("e2b_0123456789abcdef", 20, true, Duration.ofHours(1));
    }

    /** The same account with room for fewer or more. */
    public Account withMostVms(int most) {
        return new Account(apiKey, most, hasV2, longestLife);
    }

    /** The same account at a service that knows the older create call only. */
    public Account withoutV2() {
        return new Account(apiKey, mostVms, false, longestLife);
    }

    /** The same account whose microVMs end sooner than they were ordered to. */
    public Account withLongestLife(Duration longest) {
        return new Account(apiKey, mostVms, hasV2, longest);
    }

    @Override
    public String toString() {
        return "Account[mostVms=" + mostVms + ", hasV2=" + hasV2 + "]";
    }
}

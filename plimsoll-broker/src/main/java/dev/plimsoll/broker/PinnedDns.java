package dev.plimsoll.broker;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/** Looks a name up once and keeps the answer for the run: an API's address does not change under it. Thread-safe. */
final class PinnedDns implements Dns {
    private final Dns dns;
    private final boolean loopbackOnly;
    private @Nullable String pinnedName;
    private @Nullable List<InetAddress> pinned;

    /**
     * Makes a look-up for one run.
     *
     * @param dns what is asked the first time
     * @param loopbackOnly whether the name has to be this machine's, as when the credential goes out in the clear
     */
    PinnedDns(Dns dns, boolean loopbackOnly) {
        this.dns = dns;
        this.loopbackOnly = loopbackOnly;
    }

    @Override
    public synchronized List<InetAddress> lookup(String hostname) throws UnknownHostException {
        List<InetAddress> known = pinned;
        if (known == null) {
            known = List.copyOf(dns.lookup(hostname));
            if (loopbackOnly && !known.stream().allMatch(InetAddress::isLoopbackAddress)) {
                throw new UnknownHostException("the API's name is not this machine's, and the scheme is not https");
            }
            pinned = known;
            pinnedName = hostname;
        } else if (!hostname.equals(pinnedName)) {
            throw new UnknownHostException("another host than the API's");
        }
        return known;
    }
}

package dev.plimsoll.broker;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/** Looks a name up once and keeps the answer for the run: an API's address does not change under it. Thread-safe. */
final class PinnedDns implements Dns {
    private @Nullable String pinnedName;
    private @Nullable List<InetAddress> pinned;

    @Override
    public synchronized List<InetAddress> lookup(String hostname) throws UnknownHostException {
        List<InetAddress> known = pinned;
        if (known == null) {
            known = List.copyOf(Dns.SYSTEM.lookup(hostname));
            pinned = known;
            pinnedName = hostname;
        } else if (!hostname.equals(pinnedName)) {
            throw new UnknownHostException("another host than the API's");
        }
        return known;
    }
}

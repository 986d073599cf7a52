package dev.plimsoll.e2b.internal.control;

import dev.plimsoll.e2b.internal.generated.Network;
import dev.plimsoll.e2b.internal.generated.NetworkRule;
import dev.plimsoll.e2b.internal.generated.NetworkTransform;
import dev.plimsoll.e2b.internal.generated.NewSandbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes what is asked of the control plane: closed unless said otherwise. */
final class NewSandboxes {
    private static final String EVERYTHING = "0.0.0.0/0";

    private NewSandboxes() {}

    static NewSandbox of(VmSpec spec, boolean v1) {
        Network network = new Network().allowPublicTraffic(false).denyOut(List.of(EVERYTHING));
        spec.egress()
                .ifPresent(egress -> network.allowOut(List.of(egress.host()))
                        .rules(Map.of(
                                egress.host(),
                                List.of(new NetworkRule()
                                        .transform(new NetworkTransform()
                                                .headers(Map.of(
                                                        egress.header(),
                                                        egress.value().reveal())))))));
        NewSandbox sandbox = new NewSandbox()
                .templateID(spec.template())
                .timeout(seconds(spec.life()))
                .metadata(spec.metadata())
                .autoPause(false)
                .allowInternetAccess(false)
                .network(network);
        // version 2 is always secure and does not know the word
        return v1 ? sandbox.secure(true) : sandbox;
    }

    static int seconds(Duration life) {
        return (int) Math.min(
                Integer.MAX_VALUE, Math.max(1, life.plusSeconds(1).minusNanos(1).toSeconds()));
    }
}

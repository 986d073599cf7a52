package dev.plimsoll.e2b.standin;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A whole E2B on loopback, until it is closed. Its control plane and the door to its microVMs are two ports, each of
 * which speaks HTTP/1.1 and, in the clear, HTTP/2. Thread-safe.
 */
public final class StandIn implements AutoCloseable {
    private final Account account;
    private final FaultPlan plan = new FaultPlan();
    private final EgressRules egress = new EgressRules();
    private final Fleet fleet;
    private final HttpListener control;
    private final HttpListener edge;

    private StandIn(Account account) {
        this.account = account;
        this.fleet = new Fleet(egress);
        FaultInjector faults = new FaultInjector(plan, fleet);
        this.control = new HttpListener("control", new ControlPlane(fleet, faults, account)::handle);
        this.edge = new HttpListener("edge", new Edge(fleet, new Envd(fleet, faults))::handle);
    }

    /** Starts one with the usual account. */
    public static StandIn start() {
        return start(Account.hobby());
    }

    /** Starts one with this account. */
    public static StandIn start(Account account) {
        StandIn standIn = new StandIn(account);
        standIn.fleet.start();
        standIn.control.start();
        standIn.edge.start();
        return standIn;
    }

    /** Where the control plane is. */
    public URI apiUrl() {
        return control.uri();
    }

    /** Where all microVMs are, told apart by a header. */
    public URI sandboxUrl() {
        return edge.uri();
    }

    /** The key of its only account. */
    public String apiKey() {
        return account.apiKey();
    }

    /** Lets a host's name lead somewhere, for microVMs that may speak to it. */
    public void route(String host, URI upstream) {
        egress.route(host, upstream);
    }

    /** Whether this machine can keep microVMs off the network, as E2B does: a Linux with namespaces can. */
    public static boolean closesEgress() {
        return NetworkNamespace.here().isPresent();
    }

    /** What is to go wrong. */
    public FaultPlan faults() {
        return plan;
    }

    /** The ids of the microVMs that live, oldest first, and what is written on them. */
    public Map<String, CreateOrder> alive() {
        Map<String, CreateOrder> alive = new LinkedHashMap<>();
        fleet.all().forEach(vm -> alive.put(vm.id(), vm.order()));
        return alive;
    }

    /** Everything that was ever created, oldest first. */
    public List<CreateOrder> orders() {
        return fleet.orders();
    }

    /** Ends a microVM behind its owner's back. */
    public void kill(String id) {
        fleet.kill(id);
    }

    /** Ends all microVMs with everything in them, and both ports. */
    @Override
    public void close() {
        fleet.close();
        control.close();
        edge.close();
    }
}

package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.Faults;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.InvalidGrantException;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.secret.Secret;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a document's nodes into profiles. */
final class ProfileReader {
    private static final int MAX_PROFILES = 1_000;
    private static final int MAX_PRINCIPAL_LENGTH = 256;
    private static final String VERSION = "1";
    private static final Set<String> DOCUMENT = Set.of("version", "profiles");
    private static final Set<String> PROFILE = Set.of(
            "baseUrl",
            "routes",
            "minter",
            "scopes",
            "principals",
            "globalName",
            "guestScript",
            "healthRoute",
            "callBudget");

    /** Stands in for a minter that has faults of its own, so that the grant's other faults are found too. */
    private static final TokenMinter UNUSED = request -> MintedToken.of(Secret.of("unused"));

    private final MinterReader minters;
    private final GuestScriptFile scripts;
    private final Faults faults;

    ProfileReader(MinterReader minters, GuestScriptFile scripts, Faults faults) {
        this.minters = minters;
        this.scripts = scripts;
        this.faults = faults;
    }

    List<Profile> read(DocumentNode root) {
        List<Profile> profiles = new ArrayList<>();
        Members document = Members.of(root, "the document", DOCUMENT, faults);
        if (document == null) {
            return profiles;
        }
        DocumentNode version = document.required("version");
        String number = document.text(version, "version");
        if (version != null && number != null && !number.equals(VERSION)) {
            faults.add(version, "the version must be " + VERSION);
        }
        DocumentNode list = document.required("profiles");
        if (list == null) {
            return profiles;
        }
        if (!(list instanceof DocumentNode.Mapping byName)) {
            faults.add(list, "profiles must be a mapping from names to profiles");
            return profiles;
        }
        if (byName.values().size() > MAX_PROFILES) {
            faults.add(list, "more than " + MAX_PROFILES + " profiles");
            return profiles;
        }
        for (Map.Entry<String, DocumentNode> entry : byName.values().entrySet()) {
            Profile profile = profile(entry.getKey(), entry.getValue());
            if (profile != null) {
                profiles.add(profile);
            }
        }
        return profiles;
    }

    private @Nullable Profile profile(String name, DocumentNode node) {
        Members members = Members.of(node, "a profile", PROFILE, faults);
        if (members == null) {
            return null;
        }
        String baseUrl = members.text(members.required("baseUrl"), "baseUrl");
        DocumentNode minterNode = members.required("minter");
        TokenMinter minter = minterNode == null ? null : minters.read(minterNode);
        Set<String> principals = principals(members);
        // without a base URL, which is noted already, another one lets the rest be checked
        Grant.Builder builder = Grant.builder(baseUrl == null ? "https://invalid.invalid" : baseUrl)
                .name(name)
                .minter(minter == null ? UNUSED : minter);
        for (DocumentNode.Scalar route : members.texts(members.required("routes"), "routes")) {
            Route parsed = route(route, route.text());
            if (parsed != null) {
                builder.allow(parsed);
            }
        }
        members.texts(members.optional("scopes"), "scopes").forEach(scope -> builder.scope(scope.text()));
        guestParts(members, builder);
        try {
            Grant grant = builder.build();
            return minter == null ? null : new Profile(grant, principals);
        } catch (InvalidGrantException e) {
            e.faults().forEach(fault -> faults.add(node, fault));
            return null;
        }
    }

    private void guestParts(Members members, Grant.Builder builder) {
        String globalName = members.text(members.optional("globalName"), "globalName");
        if (globalName != null) {
            builder.globalName(globalName);
        }
        DocumentNode scriptNode = members.optional("guestScript");
        String scriptFile = members.text(scriptNode, "guestScript");
        String script = scriptNode == null || scriptFile == null ? null : scripts.read(scriptFile, scriptNode);
        if (script != null) {
            builder.guestScript(script);
        }
        DocumentNode healthNode = members.optional("healthRoute");
        String health = members.text(healthNode, "healthRoute");
        if (healthNode != null && health != null) {
            Route route = route(healthNode, health);
            if (route != null) {
                builder.healthRoute(route);
            }
        }
        DocumentNode budget = members.optional("callBudget");
        if (budget instanceof DocumentNode.Scalar number
                && number.plain()
                && number.text().matches("[0-9]{1,9}")) {
            builder.callBudget(Integer.parseInt(number.text()));
        } else if (budget != null) {
            faults.add(budget, "callBudget must be a whole number");
        }
    }

    private @Nullable Route route(DocumentNode at, String text) {
        try {
            return Route.parse(text);
        } catch (IllegalArgumentException e) {
            faults.add(at, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private Set<String> principals(Members members) {
        DocumentNode node = members.required("principals");
        Set<String> principals = new LinkedHashSet<>();
        for (DocumentNode.Scalar principal : members.texts(node, "principals")) {
            String text = principal.text();
            if (text.isEmpty() || text.length() > MAX_PRINCIPAL_LENGTH) {
                faults.add(principal, "a principal has 1 to " + MAX_PRINCIPAL_LENGTH + " characters");
            } else if (!principals.add(text)) {
                faults.add(principal, "the same principal a second time");
            }
        }
        if (principals.size() > 1 && principals.contains(Profile.ANYONE)) {
            faults.add(
                    members.node(),
                    "principals holds *, which is everybody, and others beside it; keep one of the two");
        }
        return principals;
    }
}

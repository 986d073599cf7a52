package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.Faults;
import dev.plimsoll.broker.mint.JwtKey;
import dev.plimsoll.broker.mint.JwtMinter;
import dev.plimsoll.broker.mint.StaticToken;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.secret.Secret;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the minter that a profile describes. */
final class MinterReader {
    private static final Set<String> KINDS = Set.of("static", "jwt", "registered");
    private static final Set<String> JWT = Set.of("secret", "pem", "jwk", "keyId", "issuer", "audience", "subject");

    /** Stands in for a key that has faults of its own, so that those beside it are found too. */
    private static final JwtKey UNUSED = JwtKey.hs256(Secret.of("signs nothing, as the profile is refused"));

    private final SecretReference secrets;
    private final Map<String, TokenMinter> registered;
    private final Faults faults;

    MinterReader(SecretReference secrets, Map<String, TokenMinter> registered, Faults faults) {
        this.secrets = secrets;
        this.registered = registered;
        this.faults = faults;
    }

    @Nullable TokenMinter read(DocumentNode node) {
        Members.Choice choice = Members.choice(node, "minter", KINDS, faults);
        if (choice == null) {
            return null;
        }
        DocumentNode value = choice.value();
        return switch (choice.name()) {
            case "static" -> staticToken(value);
            case "jwt" -> jwt(value);
            default -> registered(Members.text(value, "registered", faults), value);
        };
    }

    /** Returns null after noting what was thrown: our own minters' messages, which show nothing of a secret. */
    private <T> @Nullable T noted(DocumentNode at, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            faults.add(at, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable TokenMinter staticToken(DocumentNode node) {
        Secret token = secrets.read(node);
        return token == null ? null : noted(node, () -> StaticToken.of(token));
    }

    private @Nullable TokenMinter registered(@Nullable String name, DocumentNode at) {
        TokenMinter minter = name == null ? null : registered.get(name);
        if (name != null && minter == null) {
            faults.add(at, "the application registered no minter of this name");
        }
        return minter;
    }

    private @Nullable TokenMinter jwt(DocumentNode node) {
        Members members = Members.of(node, "jwt", JWT, faults);
        if (members == null) {
            return null;
        }
        boolean optionalSubject = subjectIsOptional(members);
        JwtKey read = key(members);
        JwtKey key = read == null ? UNUSED : read;
        JwtKey named = setting(members, "keyId", key::withKeyId);
        JwtMinter.Builder builder = JwtMinter.builder(named == null ? key : named);
        setting(members, "issuer", builder::issuer);
        setting(members, "audience", builder::audience);
        return read == null ? null : (optionalSubject ? builder.withoutSubject() : builder).build();
    }

    /** Returns null if the member is not there, or after noting what is wrong with it. */
    private <T> @Nullable T setting(Members members, String name, Function<String, T> made) {
        DocumentNode node = members.optional(name);
        String text = members.text(node, name);
        return node == null || text == null ? null : noted(node, () -> made.apply(text));
    }

    private boolean subjectIsOptional(Members members) {
        DocumentNode node = members.optional("subject");
        String subject = members.text(node, "subject");
        if (node != null && subject != null && !Set.of("required", "optional").contains(subject)) {
            faults.add(node, "subject is required or optional");
        }
        return "optional".equals(subject);
    }

    private @Nullable JwtKey key(Members members) {
        DocumentNode secret = members.optional("secret");
        DocumentNode pem = members.optional("pem");
        DocumentNode jwk = members.optional("jwk");
        long given = Stream.of(secret, pem, jwk).filter(Objects::nonNull).count();
        if (given != 1) {
            faults.add(members.node(), "jwt must have exactly one of secret (HS256), pem (RS256, EdDSA) and jwk");
            return null;
        }
        DocumentNode node = Objects.requireNonNull(secret != null ? secret : pem != null ? pem : jwk);
        Secret text = secrets.read(node);
        if (text == null) {
            return null;
        }
        return noted(
                node,
                () -> secret != null ? JwtKey.hs256(text) : pem != null ? JwtKey.fromPem(text) : JwtKey.fromJwk(text));
    }
}

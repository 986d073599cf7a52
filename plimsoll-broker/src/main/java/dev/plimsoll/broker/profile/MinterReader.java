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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the minter that a profile describes. */
final class MinterReader {
    private static final Set<String> KINDS = Set.of("static", "jwt", "registered");
    private static final Set<String> JWT = Set.of("secret", "pem", "jwk", "keyId", "issuer", "audience", "subject");

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
        try {
            return switch (choice.name()) {
                case "static" -> staticToken(value);
                case "jwt" -> jwt(value);
                default -> registered(Members.text(value, "registered", faults), value);
            };
        } catch (IllegalArgumentException e) { // our own minters' messages, which show nothing of the secret
            faults.add(value, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable TokenMinter staticToken(DocumentNode node) {
        Secret token = secrets.read(node);
        return token == null ? null : StaticToken.of(token);
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
        String keyId = members.text(members.optional("keyId"), "keyId");
        String issuer = members.text(members.optional("issuer"), "issuer");
        String audience = members.text(members.optional("audience"), "audience");
        boolean optionalSubject = subjectIsOptional(members);
        JwtKey key = key(members);
        if (key == null) {
            return null;
        }
        JwtMinter.Builder builder = JwtMinter.builder(keyId == null ? key : key.withKeyId(keyId));
        if (issuer != null) {
            builder.issuer(issuer);
        }
        if (audience != null) {
            builder.audience(audience);
        }
        return (optionalSubject ? builder.withoutSubject() : builder).build();
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
        return secret != null ? JwtKey.hs256(text) : pem != null ? JwtKey.fromPem(text) : JwtKey.fromJwk(text);
    }
}

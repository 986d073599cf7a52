package dev.plimsoll.attest;

import dev.plimsoll.run.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Makes the golden files anew, with a key that nobody keeps: what is good, and each bad thing under the name of its defect. */
final class GoldenFiles {
    private static final int NESTED = 200;

    private final SigningKey key = SigningKey.generate();
    private final Map<String, byte[]> files = new TreeMap<>();

    private GoldenFiles() {}

    /** Returns the files by name. */
    static Map<String, byte[]> make() {
        GoldenFiles golden = new GoldenFiles();
        golden.put("key.pub", golden.key.verifyKey().toPem());
        golden.envelopes();
        golden.bundles();
        golden.bundlesOfALiarWithTheKey();
        return golden.files;
    }

    private void put(String name, String content) {
        files.put(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private void envelopes() {
        Exchange run = StoredRuns.snippet(1);
        String good = Attestations.sign(run.request(), run.result(), key).toJson();
        put("envelope.json", good);
        put("envelope-followed-by-another.json", good + good);
        put("envelope-nested-deeply.json", "{\"a\":".repeat(NESTED));
        put("envelope-not-json.json", "payload");
        put("envelope-with-duplicate-field.json", good.replaceFirst("\\{", "{\"payload\":\"\","));
        put("envelope-with-malformed-base64.json", good.replaceFirst("\"payload\":\"", "$0*"));
        put("envelope-with-other-payload-type.json", good.replaceFirst("vnd.in-toto", "vnd.other"));
        put("envelope-with-two-signatures.json", good.replaceFirst("]}$", ",{\"keyid\":\"\",\"sig\":\"\"}]}"));
        put("envelope-without-signature.json", good.replaceFirst("\"signatures\":.*", "\"signatures\":[]}"));
    }

    /** What somebody without the key makes of a good bundle. */
    private void bundles() {
        List<BundleLine.Content> everyKind = new ArrayList<>();
        ExchangeTests.everyKind().forEach(exchange -> everyKind.add(run(exchange)));
        everyKind.add(close(StoredRuns.cell(StoredRuns.SESSION, 1, "")));
        everyKind.add(new BundleLine.BundleClose(5, 1));
        put("bundle.jsonl", String.join("", lines(key, everyKind)));

        BundleLine.Content[] three = {
            run(StoredRuns.snippet(1)),
            run(StoredRuns.snippet(2)),
            run(StoredRuns.snippet(3)),
            new BundleLine.BundleClose(3, 0)
        };
        List<String> good = lines(key, List.of(three));
        String another = lines(key, List.of(three)).get(1);
        String ofAnotherKey = lines(SigningKey.generate(), List.of(three)).get(1);
        bad("cut-at-its-end", good, lines -> lines.subList(0, 2));
        bad("spliced-from-two", good, lines -> with(lines, 1, another));
        bad("with-dropped-line", good, lines -> without(lines, 1));
        bad("with-edited-output", good, lines -> with(lines, 1, lines.get(1).replaceFirst("\"Mgo=\"", "\"Mwo=\"")));
        bad("with-line-after-its-close", good, lines -> added(lines, lines.size(), lines.get(0)));
        bad("with-line-of-another-key", good, lines -> with(lines, 1, ofAnotherKey));
        bad("with-reordered-lines", good, lines -> added(without(lines, 0), 1, lines.get(0)));
        bad("with-repeated-line", good, lines -> added(lines, 0, lines.get(0)));
        bad(
                "with-torn-last-line",
                good,
                lines -> List.of(lines.get(0), lines.get(1).substring(0, 459)));
        bad("with-white-space", good, lines -> with(lines, 1, lines.get(1).replaceFirst("\n", " \n")));
    }

    private void bad(String defect, List<String> good, UnaryOperator<List<String>> change) {
        put("bundle-" + defect + ".jsonl", String.join("", change.apply(good)));
    }

    private static List<String> with(List<String> lines, int at, String line) {
        return added(without(lines, at), at, line);
    }

    private static List<String> without(List<String> lines, int at) {
        List<String> changed = new ArrayList<>(lines);
        changed.remove(at);
        return changed;
    }

    private static List<String> added(List<String> lines, int at, String line) {
        List<String> changed = new ArrayList<>(lines);
        changed.add(at, line);
        return changed;
    }

    /** What only somebody with the key can make, and a verifier refuses all the same. */
    private void bundlesOfALiarWithTheKey() {
        Exchange first = StoredRuns.cell(StoredRuns.SESSION, 1, "");
        Exchange second = StoredRuns.cellAfter(first);
        Exchange other = StoredRuns.cell(StoredRuns.OTHER_SESSION, 1, "");
        Exchange spliced = StoredRuns.cell(StoredRuns.SESSION, 2, other.record().recordSha256());
        Exchange mismatched = new Exchange(
                StoredRuns.snippet(1).request(), StoredRuns.snippet(2).result());
        signed(
                "another-record",
                new BundleLine.Run(
                        StoredRuns.snippet(1), run(StoredRuns.snippet(2)).envelope()));
        signed("call-after-session-close", run(first), close(first), run(second));
        signed("mismatched-result", run(mismatched));
        signed("missing-first-call", run(second));
        signed("open-session", run(first), new BundleLine.BundleClose(1, 1));
        signed("repeated-call", run(first), run(first));
        signed("short-session-close", run(first), run(second), close(first));
        signed("spliced-sessions", run(first), run(other), run(spliced));
        signed("wrong-count", run(StoredRuns.snippet(1)), new BundleLine.BundleClose(2, 0));
    }

    private void signed(String defect, BundleLine.Content... contents) {
        put("bundle-signed-with-" + defect + ".jsonl", String.join("", lines(key, Arrays.asList(contents))));
    }

    private BundleLine.Run run(Exchange exchange) {
        return new BundleLine.Run(exchange, Envelope.sign(RunStatement.write(exchange.record()), key));
    }

    /** The close of a session that ends with a call. */
    private BundleLine.SessionClose close(Exchange last) {
        SessionLedger ledger = new SessionLedger();
        ledger.advance(last.record());
        Bytes statement = ledger.closing(last.record().session());
        return new BundleLine.SessionClose(Envelope.sign(statement, key));
    }

    /** Puts contents into a bundle, whatever they say; each line with its end. */
    private static List<String> lines(SigningKey key, List<BundleLine.Content> contents) {
        BundleChain chain = new BundleChain();
        chain.begin();
        List<String> lines = new ArrayList<>();
        for (BundleLine.Content content : contents) {
            byte[] encoded = BundleLine.encode(content);
            Envelope place = Envelope.sign(chain.place(Sha256.hex(encoded)), key);
            byte[] line = BundleLine.join(encoded, place);
            chain.advance(line, line.length - 1, content);
            lines.add(new String(line, StandardCharsets.US_ASCII));
        }
        return lines;
    }
}

package dev.plimsoll.attest;

/** A replay's report as a page of its own. Its policy forbids scripts and every request, should the escaping ever fail. */
final class ReplayHtml {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>plimsoll replay</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
            table { border-collapse: collapse; width: 100% }
            th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top }
            code { font-size: .8rem; overflow-wrap: anywhere; white-space: pre-wrap }
            .different, .failed { background: #fdd } .not_run { background: #ffd }
            </style>
            </head>
            <body>
            <h1>plimsoll replay</h1>
            """;

    private ReplayHtml() {}

    static String write(ReplayReport report) {
        StringBuilder out = new StringBuilder(HEAD);
        out.append("<table>\n");
        fact(out, "Bundle", report.bundle().bundle());
        fact(out, "Head", report.bundle().headSha256());
        fact(out, "Key", report.bundle().keyId());
        fact(out, "Provider", report.provider());
        fact(out, "Isolation", report.evidence().isolation().text());
        fact(out, "Environment", report.evidence().environment());
        fact(out, "Runs", ReplayText.counts(report));
        out.append("</table>\n<table>\n<tr><th>Line</th><th>Kind</th><th>Verdict</th><th>Stored result</th>")
                .append("<th>Replayed result</th><th>Detail</th></tr>\n");
        for (ReplayedRun run : report.runs()) {
            out.append("<tr class=\"").append(run.verdict().text()).append("\"><td>");
            out.append(run.line()).append("</td><td>").append(run.kind().text());
            out.append("</td><td>").append(run.verdict().text());
            for (String text : new String[] {run.storedSha256(), run.replayedSha256(), run.detail()}) {
                out.append("</td><td><code>").append(escape(text)).append("</code>");
            }
            out.append("</td></tr>\n");
        }
        return out.append("</table>\n</body>\n</html>\n").toString();
    }

    private static void fact(StringBuilder out, String name, String text) {
        out.append("<tr><th>").append(name).append("</th><td><code>");
        out.append(escape(text)).append("</code></td></tr>\n");
    }

    private static String escape(String text) {
        return ReplayText.ascii(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}

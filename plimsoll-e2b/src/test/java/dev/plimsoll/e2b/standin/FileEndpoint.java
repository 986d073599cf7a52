package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import okhttp3.MediaType;
import okhttp3.MultipartReader;
import okio.Buffer;

/** envd's {@code /files}: whole files in and out. */
final class FileEndpoint {
    private static final Pattern FILE = Pattern.compile("form-data; name=\"file\"; filename=\"([^\"]+)\"");

    private final FaultInjector faults;
    private final Fleet fleet;

    FileEndpoint(FaultInjector faults, Fleet fleet) {
        this.faults = faults;
        this.fleet = fleet;
    }

    void handle(Exchange exchange, MicroVm vm) throws IOException {
        switch (exchange.method()) {
            case "GET" -> read(exchange, vm);
            case "POST" -> write(exchange, vm);
            default -> exchange.answer(405);
        }
    }

    private void read(Exchange exchange, MicroVm vm) throws IOException {
        if (faults.strike(Stage.FILE_READ, exchange, Optional.of(vm)) || isGone(exchange, vm)) {
            return;
        }
        String asked = exchange.query("path").orElse("");
        Path path = vm.paths().resolve(asked);
        if (Files.isDirectory(path)) {
            exchange.refuse(400, "path '" + asked + "' is a directory");
        } else if (!Files.exists(path)) {
            exchange.refuse(404, "path '" + asked + "' does not exist");
        } else if (!Files.isRegularFile(path)) {
            // A pipe of the guest's would keep the reader for ever.
            exchange.refuse(400, "path '" + asked + "' is no regular file");
        } else {
            exchange.setHeader("Content-Type", "application/octet-stream");
            exchange.answer(200, Files.readAllBytes(path));
        }
    }

    private void write(Exchange exchange, MicroVm vm) throws IOException {
        byte[] body = exchange.body();
        if (faults.strike(Stage.FILE_WRITE, exchange, Optional.of(vm)) || isGone(exchange, vm)) {
            return;
        }
        Optional<String> path = exchange.query("path");
        String type = exchange.header("Content-Type").orElse("");
        Map<String, byte[]> files = new LinkedHashMap<>();
        if (exchange.header("Content-Encoding").filter("gzip"::equals).isPresent()) {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
                body = in.readAllBytes();
            }
        }
        if (type.startsWith("multipart/form-data")) {
            readParts(type, body, path, files);
        } else if (type.startsWith("application/octet-stream") && path.isPresent()) {
            files.put(path.get(), body);
        }
        if (files.isEmpty()) {
            exchange.refuse(400, "no file in the request");
            return;
        }
        JsonArray written = new JsonArray();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path target = vm.paths().resolve(file.getKey());
            if (Files.isDirectory(target)) {
                exchange.refuse(400, "path '" + file.getKey() + "' is a directory");
                return;
            }
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
            JsonObject info = new JsonObject();
            info.addProperty("name", target.getFileName().toString());
            info.addProperty("path", target.toString());
            info.addProperty("type", "file");
            written.add(info);
        }
        exchange.answer(200, written);
    }

    private static void readParts(String type, byte[] body, Optional<String> path, Map<String, byte[]> files)
            throws IOException {
        MediaType mediaType = MediaType.parse(type);
        String boundary = mediaType == null ? null : mediaType.parameter("boundary");
        if (boundary == null) {
            return;
        }
        try (MultipartReader reader = new MultipartReader(new Buffer().write(body), boundary)) {
            for (MultipartReader.Part part = reader.nextPart(); part != null; part = reader.nextPart()) {
                String disposition = part.headers().get("Content-Disposition");
                Matcher file = FILE.matcher(disposition == null ? "" : disposition);
                if (file.matches()) {
                    files.put(path.orElse(file.group(1)), part.body().readByteArray());
                }
            }
        }
    }

    private boolean isGone(Exchange exchange, MicroVm vm) throws IOException {
        if (fleet.find(vm.id()).isPresent()) {
            return false;
        }
        Edge.refuse(exchange, vm.id(), "The sandbox was not found");
        return true;
    }
}

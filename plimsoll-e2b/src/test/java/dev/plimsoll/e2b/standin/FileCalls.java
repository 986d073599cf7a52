package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** envd's filesystem service. */
final class FileCalls {

    JsonObject answer(GuestPaths paths, String call, JsonObject request) throws RpcException, IOException {
        return switch (call) {
            case "Stat" -> entry(existing(paths, request, "path"));
            case "MakeDir" -> makeDir(paths, request);
            case "Move" -> move(paths, request);
            case "ListDir" -> listDir(paths, request);
            case "Remove" -> remove(paths, request);
            default -> throw new RpcException("unimplemented", call + " is not implemented");
        };
    }

    private static JsonObject makeDir(GuestPaths paths, JsonObject request) throws RpcException, IOException {
        Path path = path(paths, request, "path");
        if (Files.isDirectory(path)) {
            throw new RpcException("already_exists", "directory already exists: " + path);
        }
        try {
            return entry(Files.createDirectories(path));
        } catch (FileAlreadyExistsException e) {
            throw new RpcException("invalid_argument", "path already exists but it is not a directory: " + path);
        }
    }

    private static JsonObject move(GuestPaths paths, JsonObject request) throws RpcException, IOException {
        Path source = existing(paths, request, "source");
        Path destination = path(paths, request, "destination");
        Files.createDirectories(destination.getParent());
        return entry(Files.move(source, destination));
    }

    private static JsonObject listDir(GuestPaths paths, JsonObject request) throws RpcException, IOException {
        Path top = existing(paths, request, "path");
        if (!Files.isDirectory(top)) {
            throw new RpcException("invalid_argument", "path is not a directory: " + top);
        }
        int depth = request.has("depth") ? request.get("depth").getAsInt() : 1;
        JsonArray entries = new JsonArray();
        try (Stream<Path> below = Files.walk(top, Math.max(depth, 1))) {
            for (Path path : below.filter(path -> !path.equals(top)).sorted().toList()) {
                entries.add(info(path));
            }
        }
        JsonObject answer = new JsonObject();
        if (!entries.isEmpty()) {
            answer.add("entries", entries);
        }
        return answer;
    }

    private static JsonObject remove(GuestPaths paths, JsonObject request) throws RpcException, IOException {
        Path top = path(paths, request, "path");
        if (!top.startsWith(paths.root())) {
            throw new RpcException("permission_denied", "outside of the sandbox");
        }
        // As Go's RemoveAll: what is not there is no error.
        if (Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            List<Path> deepestFirst;
            try (Stream<Path> all = Files.walk(top)) {
                deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        }
        return new JsonObject();
    }

    private static JsonObject entry(Path path) throws IOException {
        JsonObject answer = new JsonObject();
        answer.add("entry", info(path));
        return answer;
    }

    private static JsonObject info(Path path) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        JsonObject info = new JsonObject();
        info.addProperty("name", path.getFileName().toString());
        info.addProperty(
                "type",
                attributes.isSymbolicLink()
                        ? "FILE_TYPE_SYMLINK"
                        : attributes.isDirectory() ? "FILE_TYPE_DIRECTORY" : "FILE_TYPE_FILE");
        info.addProperty("path", path.toString());
        if (attributes.size() != 0) {
            info.addProperty("size", Long.toString(attributes.size()));
        }
        info.addProperty("permissions", "-" + PosixFilePermissions.toString(attributes.permissions()));
        info.addProperty("owner", attributes.owner().getName());
        info.addProperty("group", attributes.group().getName());
        info.addProperty(
                "modifiedTime", attributes.lastModifiedTime().toInstant().toString());
        if (attributes.isSymbolicLink()) {
            info.addProperty("symlinkTarget", Files.readSymbolicLink(path).toString());
        }
        return info;
    }

    private static Path existing(GuestPaths paths, JsonObject request, String member) throws RpcException {
        Path path = path(paths, request, member);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new RpcException("not_found", "path not found: " + path);
        }
        return path;
    }

    private static Path path(GuestPaths paths, JsonObject request, String member) {
        return paths.resolve(request.has(member) ? request.get(member).getAsString() : "");
    }
}

package dev.plimsoll.internal;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.Doubles;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.Limits;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RelativePaths;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.SoftwareRule;
import dev.plimsoll.run.SourceText;
import dev.plimsoll.spi.MemoryBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks a request against every bound, and lists every fault with its bound. */
final class RequestValidator {
    private static final Pattern TRACE_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern LANGUAGE = Pattern.compile("[a-z][a-z0-9+-]{0,31}");
    /** Long enough for an e-mail address or a distinguished name. */
    private static final int MAX_SUBJECT_LENGTH = 256;

    private final MemoryBounds memory;

    RequestValidator(MemoryBounds memory) {
        this.memory = memory;
    }

    /** Returns the trace id if it is well-formed: a malformed one is dropped whole. */
    static Optional<String> traceId(RunRequest request) {
        return request.traceId().filter(id -> TRACE_ID.matcher(id).matches());
    }

    /** Returns what is wrong, empty when nothing is. */
    List<String> faults(RunRequest request) {
        List<String> faults = new ArrayList<>(0);
        common(request, faults);
        if (request instanceof JavaScriptRequest snippet) {
            code(snippet.code(), faults);
        } else if (request instanceof ProjectRequest project) {
            project(project, faults);
        } else if (request instanceof ModuleRequest module) {
            module(module, faults);
        } else {
            CellRequest cell = (CellRequest) request;
            language(cell.language(), faults);
            code(cell.code(), faults);
            files(cell.files(), faults);
        }
        return faults;
    }

    static void language(String language, List<String> faults) {
        if (!LANGUAGE.matcher(language).matches()) {
            faults.add("the language must be a lower-case name of at most 32 characters, such as python");
        }
    }

    void memory(long bytes, List<String> faults) {
        if (bytes < memory.least() || bytes > memory.most()) {
            faults.add("memory must be " + memory.least() + " to " + memory.most() + " bytes with this provider, not "
                    + bytes);
        }
    }

    private void common(RunRequest request, List<String> faults) {
        request.floor()
                .filter(floor -> !floor.isFloor())
                .ifPresent(
                        floor -> faults.add("the floor must be process, container, kernel or vm, not " + floor.text()));
        boolean project = request instanceof ProjectRequest || request instanceof ModuleRequest;
        Duration most = project ? Limits.MAX_PROJECT_TIMEOUT : Limits.MAX_SNIPPET_TIMEOUT;
        request.timeout().ifPresent(timeout -> {
            if (timeout.compareTo(most) > 0
                    || timeout.compareTo(Duration.ofMillis(1)) < 0
                    || timeout.toNanosPart() % 1_000_000 != 0) {
                faults.add("the timeout must be whole milliseconds, from 1 ms to " + most.toMinutes() + " min, not "
                        + timeout);
            }
        });
        request.memoryBytes().ifPresent(bytes -> memory(bytes, faults));
        request.outputBytes().ifPresent(bytes -> {
            if (bytes < 0 || bytes > Limits.MAX_OUTPUT_BYTES) {
                faults.add("output must be 0 to " + Limits.MAX_OUTPUT_BYTES + " bytes a stream, not " + bytes);
            }
        });
        if (request.isGranted() && !NAME.matcher(request.grantProfile()).matches()) {
            faults.add("a grant profile's name must be 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        request.software().ifPresent(rule -> software(rule, faults));
        request.subject().ifPresent(subject -> {
            if (subject.isEmpty()
                    || subject.length() > MAX_SUBJECT_LENGTH
                    || !SourceText.isWellFormed(subject)
                    || subject.chars().anyMatch(Character::isISOControl)) {
                faults.add("the subject must be 1 to " + MAX_SUBJECT_LENGTH
                        + " characters of well-formed Unicode without control characters");
            }
        });
    }

    private static void software(SoftwareRule rule, List<String> faults) {
        for (String identity : rule.identities()) {
            boolean stated = identity.length() <= Evidence.MAX_IDENTITY_LENGTH
                    && identity.chars().allMatch(c -> c > ' ' && c <= '~');
            if (!stated) {
                faults.add("a software identity must be at most " + Evidence.MAX_IDENTITY_LENGTH
                        + " characters of printable ASCII without spaces");
            }
        }
    }

    private static void code(SourceText code, List<String> faults) {
        if (code.utf8().length() > Limits.MAX_CODE_BYTES) {
            faults.add("the code must be at most " + Limits.MAX_CODE_BYTES + " bytes as UTF-8, it is "
                    + code.utf8().length());
        }
        if (!code.isWellFormed()) {
            faults.add("the code must be well-formed Unicode; it holds a surrogate that is not half of a pair");
        }
    }

    private static void project(ProjectRequest request, List<String> faults) {
        files(request.files(), faults);
        if (request.steps().size() > Limits.MAX_STEPS) {
            faults.add("a project takes at most " + Limits.MAX_STEPS + " steps");
            return;
        }
        for (int i = 0; i < request.steps().size(); i++) {
            String step = request.steps().get(i);
            if (step.isBlank()
                    || step.indexOf('\0') >= 0
                    || !SourceText.isWellFormed(step)
                    || Bytes.utf8(step).length() > Limits.MAX_STEP_BYTES) {
                faults.add("step " + (i + 1) + " must be a command of at most " + Limits.MAX_STEP_BYTES
                        + " bytes of well-formed Unicode without NUL");
            }
        }
        if (request.artifacts().size() > Limits.MAX_ARTIFACTS) {
            faults.add("a project takes at most " + Limits.MAX_ARTIFACTS + " artifacts");
            return;
        }
        paths("artifact", request.artifacts(), faults);
    }

    private static void files(List<ProjectFile> files, List<String> faults) {
        if (files.size() > Limits.MAX_FILES) {
            faults.add("there may be at most " + Limits.MAX_FILES + " files");
            return;
        }
        long bytes = files.stream().mapToLong(f -> f.content().length()).sum();
        if (bytes > Limits.MAX_FILE_BYTES) {
            faults.add("the files may have at most " + Limits.MAX_FILE_BYTES + " bytes together");
        }
        List<String> names = files.stream().map(ProjectFile::path).toList();
        paths("file", names, faults);
        Set<String> all = new HashSet<>(names);
        for (int i = 0; i < names.size(); i++) {
            String path = names.get(i);
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                if (all.contains(path.substring(0, slash))) {
                    faults.add("file " + (i + 1) + " lies in a folder that another file's path names");
                    break;
                }
            }
        }
    }

    private static void paths(String what, List<String> paths, List<String> faults) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < paths.size(); i++) {
            String place = what + " " + (i + 1) + ": its path ";
            RelativePaths.fault(paths.get(i)).ifPresent(fault -> faults.add(place + fault));
            if (!seen.add(paths.get(i))) {
                faults.add(place + "is there twice");
            }
        }
    }

    private static void module(ModuleRequest request, List<String> faults) {
        if (!NAME.matcher(request.model()).matches()) {
            faults.add("the model's name must be 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        if (!Double.isFinite(request.endTime()) || !Double.isFinite(request.step()) || request.step() < 0) {
            faults.add("the model's end time and step must be finite numbers, and the step not negative");
        }
        long values = request.rows().stream().mapToLong(Doubles::size).sum();
        if (values > Limits.MAX_MODULE_VALUES || request.rows().size() > Limits.MAX_MODULE_VALUES) {
            faults.add("the rows may have at most " + Limits.MAX_MODULE_VALUES + " numbers together");
        }
    }
}

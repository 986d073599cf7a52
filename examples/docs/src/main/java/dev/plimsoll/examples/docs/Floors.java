package dev.plimsoll.examples.docs;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.SoftwareRule;
import java.util.List;

/** Says how strong the wall has to be, as docs/isolation.md shows it. */
final class Floors {
    private Floors() {}

    static JavaScriptRequest behindAnotherKernel(String code, List<String> reviewedImages) {
        JavaScriptRequest request = JavaScriptRequest.builder(code)
                .floor(Isolation.KERNEL)
                .software(SoftwareRule.approved(reviewedImages))
                .build();
        return request;
    }
}

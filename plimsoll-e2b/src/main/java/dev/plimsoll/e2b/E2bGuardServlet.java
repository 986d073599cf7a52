package dev.plimsoll.e2b;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Mounts a guard in a servlet container, which has to bring Jakarta Servlet 6. Thread-safe.
 *
 * @since 0.1
 */
public final class E2bGuardServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient E2bGuard guard;

    /** Mounts a guard; the container is given this instance, since it cannot make one. */
    public E2bGuardServlet(E2bGuard guard) {
        this.guard = Objects.requireNonNull(guard, "guard");
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> credentials = Collections.list(request.getHeaders(E2bGuard.HEADER));
        GuardAnswer answer = guard.answer(request.getMethod(), credentials, request.getInputStream());
        response.setStatus(answer.status());
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(answer.body().length());
        answer.body().writeTo(response.getOutputStream());
    }
}

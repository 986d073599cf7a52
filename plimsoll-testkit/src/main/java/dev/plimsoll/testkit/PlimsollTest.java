package dev.plimsoll.testkit;

import dev.plimsoll.isolation.Isolation;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Injects a fresh {@link ScriptedSandbox}, or its {@link dev.plimsoll.Sandbox}, into the parameters of test methods, and
 * closes it after each test. On a class or a method.
 *
 * @since 0.1
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PlimsollExtension.class)
public @interface PlimsollTest {
    /** Returns the tier that the scripted sandbox states. */
    Isolation tier() default Isolation.PROCESS;
}

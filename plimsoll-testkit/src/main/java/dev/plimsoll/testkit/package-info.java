/** Contract tests for providers, and what application tests need: a scripted sandbox, an extension, assertions. */
@NullMarked
package dev.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;

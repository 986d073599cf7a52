/** The program: {@code keygen}, {@code sign}, {@code verify} and {@code replay}. */
@NullMarked
package dev.plimsoll.attest.cli;

import org.jspecify.annotations.NullMarked;

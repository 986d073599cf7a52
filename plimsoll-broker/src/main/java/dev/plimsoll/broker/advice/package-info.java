/** Findings about how a run used its grant, from the trace alone. */
@NullMarked
package dev.plimsoll.broker.advice;

import org.jspecify.annotations.NullMarked;

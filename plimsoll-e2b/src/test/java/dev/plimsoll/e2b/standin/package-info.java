/**
 * A stand-in for E2B: its control plane, its edge and envd, on loopback, with real processes behind them.
 *
 * <p>Written from E2B's published specifications and held to E2B's official JavaScript SDK, so that the provider's tests
 * do not merely agree with themselves. It differs from E2B where a test machine must: the processes run as the user who
 * runs the tests and see the machine's files, memory is not limited, and pausing, snapshots and terminals are absent.
 */
@NullMarked
package dev.plimsoll.e2b.standin;

import org.jspecify.annotations.NullMarked;

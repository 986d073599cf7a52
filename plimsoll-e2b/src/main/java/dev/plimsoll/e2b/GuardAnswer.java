package dev.plimsoll.e2b;

import dev.plimsoll.run.Bytes;

/**
 * What the guard answers.
 *
 * @param status the HTTP status
 * @param body JSON text, empty unless the status is 200
 */
record GuardAnswer(int status, Bytes body) {
    static GuardAnswer refused(int status) {
        return new GuardAnswer(status, Bytes.empty());
    }
}

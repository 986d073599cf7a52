package dev.plimsoll.e2b;

import com.google.gson.JsonObject;

/** A granted run's way to its guard. */
interface GuardedRun {
    /** Tells the guest's side where to call. */
    void describe(JsonObject job);
}

package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;

/** What a process has to say to those who listen. */
sealed interface Event {
    /** Some bytes, in base64, of {@code stdout} or {@code stderr}. */
    record Output(String stream, String base64) implements Event {}

    /** The process has ended, and how. */
    record Ended(JsonObject how) implements Event {}

    /** The process's time was up. */
    record Expired() implements Event {}

    /** The microVM is gone. */
    record Gone() implements Event {}
}

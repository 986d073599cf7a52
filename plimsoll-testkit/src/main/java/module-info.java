/** Contract tests for provider authors; a scripted sandbox and assertions for application tests. */
module dev.plimsoll.testkit {
    requires transitive dev.plimsoll.api;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires org.junit.platform.commons;
    requires static transitive org.jspecify;

    exports dev.plimsoll.testkit;
    // JUnit calls the contract's tests and the fixture behind them.
    opens dev.plimsoll.testkit;
}

/** Grants: listed routes of an API for code in a sandbox, and a credential that stays outside. */
@SuppressWarnings("module") // the tools are built later, and need not be there
module dev.plimsoll.broker {
    requires transitive dev.plimsoll.api;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires kotlin.stdlib;
    requires okhttp3;
    requires okio;
    requires org.jose4j;
    requires org.slf4j;
    requires org.snakeyaml.engine;

    exports dev.plimsoll.broker;
    exports dev.plimsoll.broker.advice;
    exports dev.plimsoll.broker.internal.document to
            dev.plimsoll.broker.tools;
    exports dev.plimsoll.broker.mint;
    exports dev.plimsoll.broker.profile;

    provides dev.plimsoll.spi.HostApiBroker with
            dev.plimsoll.broker.HttpBroker;
}

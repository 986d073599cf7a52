/** The provider of microVMs at E2B. */
module dev.plimsoll.e2b {
    requires transitive dev.plimsoll.api;
    requires static transitive org.jspecify;
    requires static jakarta.annotation;
    requires static transitive jakarta.servlet;
    requires static transitive jdk.httpserver;
    requires com.google.gson;
    requires okhttp3;
    requires org.slf4j;
    requires okio;
    requires kotlin.stdlib;

    exports dev.plimsoll.e2b;

    provides dev.plimsoll.spi.SandboxProvider with
            dev.plimsoll.e2b.E2bProvider;

    // Gson fills the models in by reflection
    opens dev.plimsoll.e2b.internal.generated to
            com.google.gson;
}

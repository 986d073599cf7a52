/** The values, the facade, the receipts and the provider interface of plimsoll. */
module dev.plimsoll.api {
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.plimsoll;
    exports dev.plimsoll.error;
    exports dev.plimsoll.grant;
    exports dev.plimsoll.isolation;
    exports dev.plimsoll.observe;
    exports dev.plimsoll.receipt;
    exports dev.plimsoll.run;
    exports dev.plimsoll.secret;
    exports dev.plimsoll.spi;

    uses dev.plimsoll.spi.SandboxProvider;
    uses dev.plimsoll.spi.HostApiBroker;
}

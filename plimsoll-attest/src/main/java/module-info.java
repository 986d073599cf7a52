/** Signs and verifies receipts outside the process that runs hostile code. */
module dev.plimsoll.attest {
    requires transitive dev.plimsoll.api;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;
    requires static info.picocli;

    exports dev.plimsoll.attest;

    opens dev.plimsoll.attest.cli to
            info.picocli;
}

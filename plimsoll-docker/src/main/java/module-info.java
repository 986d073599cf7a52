/** The container provider: one-shot containers under runc, or behind gVisor's kernel. */
module dev.plimsoll.docker {
    requires transitive dev.plimsoll.api;
    requires static org.jspecify;
    requires org.slf4j;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.github.dockerjava.api;
    requires com.github.dockerjava.core;
    requires com.github.dockerjava.transport;

    exports dev.plimsoll.docker;

    provides dev.plimsoll.spi.SandboxProvider with
            dev.plimsoll.docker.DockerProvider;
}

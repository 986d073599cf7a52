package dev.plimsoll.spi;

/**
 * What a backend can do. A request for more is refused before dispatch.
 *
 * @since 0.1
 */
public enum Capability {
    /** Runs JavaScript snippets. */
    JAVASCRIPT,
    /** Runs projects. */
    PROJECT,
    /** Runs modules. */
    MODULE,
    /** Opens sessions whose cells share an interpreter. */
    SESSION,
    /** Lets snippets call a granted API. */
    JAVASCRIPT_GRANT,
    /** Lets project steps call a granted API. */
    PROJECT_GRANT,
    /** Fixes a snippet's clock and random source. */
    DETERMINISM,
    /** Gives the value of a snippet's final bare expression. */
    LAST_VALUE
}

/** A program that names no provider: they are there at run time, and found by their ids. */
module dev.plimsoll.examples.packaging {
    requires dev.plimsoll.api;
}

package dev.plimsoll.e2b.internal.envd;

/**
 * What is known of a path.
 *
 * @param regular whether it is a file, and no symbolic link to one
 * @param folder whether it is a folder, and no symbolic link to one
 * @param size the file's size, as far as the microVM says
 */
public record FileEntry(boolean regular, boolean folder, long size) {}

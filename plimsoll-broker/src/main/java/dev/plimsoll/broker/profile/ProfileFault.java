package dev.plimsoll.broker.profile;

/**
 * One thing that is wrong with a profiles document. Shows nothing of the document but the position, since what stands there
 * might be a secret in the wrong place.
 *
 * @param line the line, from 1
 * @param column the column in characters, from 1
 * @param message what is wrong and what to do
 * @since 0.1
 */
public record ProfileFault(int line, int column, String message) {
    @Override
    public String toString() {
        return "line " + line + ", column " + column + ": " + message;
    }
}

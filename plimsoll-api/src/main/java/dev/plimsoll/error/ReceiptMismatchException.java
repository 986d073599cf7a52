package dev.plimsoll.error;

/**
 * A receipt does not belong to the request and result it came with, or was changed, or a chain of receipts has a gap.
 * Never retry: the data is not what it says it is.
 *
 * @since 0.1
 */
public final class ReceiptMismatchException extends OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    private final String field;

    /**
     * Makes the exception.
     *
     * @param field the record's field that does not hold, such as {@code request_sha256}
     * @param message what does not hold
     */
    public ReceiptMismatchException(String field, String message) {
        super(message, null, null);
        this.field = field;
    }

    /** Returns the record's field that does not hold. */
    public String field() {
        return field;
    }
}

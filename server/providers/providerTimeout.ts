/**
 * The time limit in milliseconds of one request to a provider, or of one answer of a mail server. It is shorter than
 * the time that a shutdown waits, so that a pending request can end. The limit does not apply to a call of several
 * requests as a whole.
 */
export const providerTimeoutMs = 8_000;

/**
 * The time limit of one request to a provider, or of one answer of a mail server, in milliseconds. A shutdown waits
 * longer, so a request or answer that is pending at its beginning still ends in time. A call may consist of several
 * requests, and can then take longer.
 */
export const providerTimeoutMs = 8_000;

/**
 * The time limit in milliseconds of one request to a provider, or of one answer of a mail server.
 * It is shorter than the time that a shutdown waits, so that a pending request can end. If a call
 * consists of several requests, the limit applies to each request and not to the whole call.
 */
export const providerTimeoutMs = 8_000;

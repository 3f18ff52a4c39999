/**
 * The time limit of a call to a provider, in milliseconds. A shutdown waits longer for a request, so a call ends before
 * the shutdown closes the connection of its request.
 */
export const providerTimeoutMs = 8_000;

/** The longest time-out of a call to an outside provider, in milliseconds. */
export const providerTimeoutMs = 8_000;

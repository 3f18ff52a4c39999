/** The longest time limit of a call to an outside provider, in milliseconds. */
export const providerTimeoutMs = 8_000;

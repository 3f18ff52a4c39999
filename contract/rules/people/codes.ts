/** How long a one-time code is good for. */
export const codeLifetimeMs = 10 * 60_000;

/** How long a one-time code is valid. */
export const codeLifetimeMs = 10 * 60_000;

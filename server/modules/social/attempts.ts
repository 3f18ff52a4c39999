/** The time that a rider has for the sign-in at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

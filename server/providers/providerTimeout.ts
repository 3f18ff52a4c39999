/** The time limit of a call to Stripe or Twilio, in milliseconds. */
export const providerTimeoutMs = 8_000;

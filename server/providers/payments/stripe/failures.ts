import { Stripe } from 'stripe';
import type { DeclineReason } from '../provider.ts';

/** Stripe says that our request, or our key, is wrong: a bug or a setting of ours, never a decline. */
class StripeRefusedError extends Error {
  override readonly name = 'StripeRefusedError';

  /** Without Stripe's own words: they may repeat what was sent. */
  constructor(operation: string, error: InstanceType<typeof Stripe.errors.StripeError>) {
    const { type, code, statusCode, requestId } = error;
    const parts = [type, code, statusCode, requestId].filter(Boolean).join(' ');
    super(`Stripe refused ${operation}: ${parts}`);
  }
}

/**
 * What went wrong with a call.
 *
 * `lost`: no answer. `busy`: nothing was done yet; the same key is at work, or there were too many
 * calls. `spoilt`: the key was answered with an error of Stripe's own, which it will repeat, or stands
 * for another request; whether there was an effect must be looked up. `refused`: it makes no sense in
 * the state that things are in.
 */
export type Failure =
  | { kind: 'lost' | 'busy' | 'spoilt' }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'refused'; code: string; error: StripeRefusedError };

export type Attempt<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/**
 * Makes a call and sorts what can go wrong with it.
 *
 * @throws {StripeRefusedError} where the keys of the account are wrong.
 */
export async function attempt<T>(operation: string, call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { ok: false, failure: failureOf(operation, error) };
  }
}

const { errors } = Stripe;

function failureOf(operation: string, error: InstanceType<typeof errors.StripeError>): Failure {
  const { statusCode, code } = error;
  if (error instanceof errors.StripeConnectionError) return { kind: 'lost' };
  // A page of a proxy's rather than JSON.
  if (statusCode === undefined) return { kind: 'lost' };
  if (statusCode >= 500) return { kind: 'spoilt' };
  if (statusCode === 429 || statusCode === 409) return { kind: 'busy' };
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'spoilt' };
  if (error instanceof errors.StripeCardError) {
    return { kind: 'declined', reason: reasonOf(code, error.decline_code) };
  }
  const refused = new StripeRefusedError(operation, error);
  if (statusCode === 401 || statusCode === 403) throw refused;
  return { kind: 'refused', code: code ?? '', error: refused };
}

/** docs.stripe.com/error-codes and docs.stripe.com/declines/codes; all others are a plain `declined`. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficientFunds',
  expired_card: 'expired',
  authentication_required: 'authenticationFailed',
  authentication_not_handled: 'authenticationFailed',
  payment_intent_authentication_failure: 'authenticationFailed',
  setup_intent_authentication_failure: 'authenticationFailed',
  card_not_supported: 'invalidCard',
  currency_not_supported: 'invalidCard',
  incorrect_number: 'invalidCard',
  incorrect_cvc: 'invalidCard',
  incorrect_zip: 'invalidCard',
  invalid_account: 'invalidCard',
  invalid_cvc: 'invalidCard',
  invalid_expiry_month: 'invalidCard',
  invalid_expiry_year: 'invalidCard',
  invalid_number: 'invalidCard',
};

/** The decline code says more where there is one. */
export function reasonOf(code?: string | null, declineCode?: string | null): DeclineReason {
  return reasons[declineCode ?? ''] ?? reasons[code ?? ''] ?? 'declined';
}

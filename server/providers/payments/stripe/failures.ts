import { Stripe } from 'stripe';
import type { DeclineReason } from '../provider.ts';

/** Stripe refused the request or the API key. The cause is a fault or a wrong setting, never a decline. */
class StripeRefusedError extends Error {
  override readonly name = 'StripeRefusedError';

  /** The error does not contain Stripe's message, because the message may contain data of the request. */
  constructor(operation: string, error: InstanceType<typeof Stripe.errors.StripeError>) {
    const { type, code, statusCode, requestId } = error;
    const parts = [type, code, statusCode, requestId].filter(Boolean).join(' ');
    super(`Stripe refused ${operation}: ${parts}`);
  }
}

/**
 * Why a call failed.
 *
 * - `lost`: there was no answer, so the outcome is unknown.
 * - `busy`: this call had no effect, because the key is in use or there were too many calls.
 * - `keySpent`: the key is used up. Either Stripe stored an internal error for the key and repeats
 *   this error, or the key was sent with a different request before. A look-up must find out
 *   whether the call had an effect.
 * - `declined`: the bank declined.
 * - `refused`: the request is invalid in the current state.
 */
export type Failure =
  | { kind: 'lost' | 'busy' | 'keySpent' }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'refused'; code: string; error: StripeRefusedError };

export type Attempt<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/**
 * Waits for a call, and classifies its failure.
 *
 * @throws {StripeRefusedError} if the API key is wrong or lacks a permission.
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
  // Without a status, the answer does not come from Stripe. For example, it may be the HTML page of a proxy.
  if (statusCode === undefined) return { kind: 'lost' };
  if (statusCode >= 500) return { kind: 'keySpent' };
  if (statusCode === 429 || statusCode === 409) return { kind: 'busy' };
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'keySpent' };
  if (error instanceof errors.StripeCardError) {
    return { kind: 'declined', reason: reasonOf(code, error.decline_code) };
  }
  const refused = new StripeRefusedError(operation, error);
  if (statusCode === 401 || statusCode === 403) throw refused;
  return { kind: 'refused', code: code ?? '', error: refused };
}

/** Stripe's codes (docs.stripe.com/error-codes, docs.stripe.com/declines/codes). All other codes are `declined`. */
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

/** The reason of a decline. The decline code is used first, because it is more precise. */
export function reasonOf(code?: string | null, declineCode?: string | null): DeclineReason {
  return reasons[declineCode ?? ''] ?? reasons[code ?? ''] ?? 'declined';
}

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { PaymentMethod, type AddPaymentMethod } from '../../../../contract/payment.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { answeredBefore, idempotencyKeyOf, workOnce } from '../../../http/requests/idempotency.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { AttachedCard } from '../../../providers/payments/provider.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { inTransaction } from '../../../db/database.ts';
import { recordAddedCard } from '../cardTesting/cardResults.ts';
import { countMoneyCall } from '../cardTesting/moneyCalls.ts';
import { readAddress, type Address } from './billingAddress.ts';
import { refuseNewMethod } from './refuseNewMethod.ts';
import { saveCard } from './saveCard.ts';

/** A function of another module. It runs when a rider adds a card, in the transaction that saves the card. */
export type CardAdded = (
  work: UnitOfWork,
  deps: Dependencies,
  userId: string,
  fingerprint: string,
) => Promise<void>;

/**
 * Saves a payment method from the provider's form or sheet, once per `Idempotency-Key`.
 *
 * @throws {ProblemError} cardRejected, paymentProviderUnavailable, tooManyRequests, cardsPaused, accountBlocked;
 * invalidInput for a card with a missing or invalid address.
 */
export async function addCard(
  deps: Dependencies,
  request: FastifyRequest,
  userId: string,
  { token, makeDefault, ...typed }: AddPaymentMethod,
  cardAdded: readonly CardAdded[],
): Promise<PaymentMethod> {
  const before = await answeredBefore(deps, request, userId, PaymentMethod);
  if (before) return before;
  // The token is valid for only one call to the provider. So check the address before this call:
  // otherwise an invalid address would use the token up.
  const address = readAddress(typed);
  await inTransaction(deps.db, (trx) => refuseNewMethod(trx, deps.settings, userId));
  const callId = await countMoneyCall(deps, request, { action: 'addCard' });
  const attached = await attachCard(deps, userId, idempotencyKeyOf(request), token).catch(
    async (error: unknown) => {
      if (error instanceof ProblemError && error.code === 'cardRejected') {
        await recordAddedCard(deps, callId, null);
      }
      throw error;
    },
  );
  await recordAddedCard(deps, callId, attached.fingerprint);
  const billed = addressOf(attached, address);
  return workOnce(deps, request, userId, PaymentMethod, async (work) => {
    await refuseNewMethod(work.trx, deps.settings, userId, attached.fingerprint);
    const method = await saveCard(work, deps, userId, attached, { ...billed, makeDefault });
    for (const react of cardAdded) await react(work, deps, userId, attached.fingerprint);
    return method;
  });
}

/**
 * The address from the provider, or the typed address if the provider has none. A card needs an address. A payment
 * sheet returns an address. A PayPal account needs no address.
 */
function addressOf(attached: AttachedCard, typed: Address | null): Address {
  const { kind, country, postalCode } = attached;
  if (country !== null) return { country, postalCode: postalCode ?? '' };
  if (typed) return typed;
  if (kind === 'card') throw new ProblemError('invalidInput', { fields: ['body.country'] });
  return { country: '', postalCode: '' };
}

/**
 * Turns a card-form token into a permanent card at the provider. Call this before the transaction
 * that saves the card, and not within it. The idempotency key is derived from the request's key, so
 * that a repeated request attaches the card once.
 *
 * @throws {ProblemError} cardRejected, paymentProviderUnavailable (retry with the same key).
 */
async function attachCard(
  deps: Pick<Dependencies, 'payments'>,
  userId: string,
  requestKey: string,
  token: string,
): Promise<AttachedCard> {
  const digest = createHash('sha256').update(`${userId}\n${requestKey}\n${token}`).digest('hex');
  const result = await deps.payments.attach({ key: `attach:${digest}`, token, customer: userId });
  switch (result.outcome) {
    case 'attached':
      return result;
    case 'declined':
      throw new ProblemError('cardRejected');
    case 'unknown':
      throw new ProblemError('paymentProviderUnavailable', { retryAfter: 2 });
  }
}

import type { FastifyRequest } from 'fastify';
import type { AddPaymentMethod } from '../../../contract/payment.ts';
import type { Dependencies } from '../../dependencies.ts';
import { answeredBefore, idempotencyKeyOf, runOnce, type Answer } from '../../http/idempotency.ts';
import { attachCard, keepCard } from './methods.ts';

/**
 * Keeps a card that the provider's form took, once per `Idempotency-Key`.
 *
 * @throws {ProblemError} cardRejected, paymentProviderUnavailable.
 */
export async function addCard(
  deps: Pick<Dependencies, 'db' | 'clock' | 'payments'>,
  request: FastifyRequest,
  userId: string,
  card: AddPaymentMethod,
): Promise<Answer> {
  const before = await answeredBefore(deps, request, userId);
  if (before) return before;
  const attached = await attachCard(deps, userId, idempotencyKeyOf(request), card.token);
  return runOnce(deps, request, userId, async (trx) => ({
    status: 201,
    body: await keepCard(trx, deps, userId, attached, card),
  }));
}

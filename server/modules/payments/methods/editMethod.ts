import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { PaymentMethodList, type EditPaymentMethod } from '../../../../contract/payment.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { answeredBefore, idempotencyKeyOf } from '../../../http/requests/idempotency.ts';
import { ProblemError } from '../../../http/problem.ts';
import { sessionOf } from '../../auth/guard.ts';
import { readAddress } from './billingAddress.ts';
import { changeMethodsOnce } from './changeMethodsOnce.ts';
import { ownMethod, type MethodRow } from './methods.ts';

/**
 * Saves the expiry date of a renewed card, or a new billing address, once per `Idempotency-Key`. The function first
 * calls the provider, outside of any transaction, and then changes the database.
 *
 * @throws {ProblemError} paymentMethodNotFound, invalidInput, cardRejected, paymentProviderUnavailable
 * (retry with the same key).
 */
export async function editMethod(
  deps: Dependencies,
  request: FastifyRequest,
  methodId: string,
  changes: EditPaymentMethod,
): Promise<PaymentMethodList> {
  const { userId } = sessionOf(request);
  const before = await answeredBefore(deps, request, userId, PaymentMethodList);
  if (before) return before;
  const method = await ownMethod(deps.db, userId, methodId);
  const edit = {
    ...readExpiry(method, changes, deps.clock.now()),
    ...readNewAddress(method, changes),
  };
  await editAtProvider(deps, method, idempotencyKeyOf(request), edit);
  return changeMethodsOnce(deps, request, async (work) => {
    await ownMethod(work.trx, userId, methodId);
    await work.trx
      .updateTable('payment_methods')
      .set({
        expiry_month: edit.expiryMonth,
        expiry_year: edit.expiryYear,
        country: edit.country,
        postal_code: edit.postalCode,
      })
      .where('id', '=', methodId)
      .execute();
  });
}

interface Edit {
  expiryMonth: number | null;
  expiryYear: number | null;
  country: string;
  postalCode: string;
}

/**
 * Returns the new expiry date, or the stored date if the request changes neither month nor year. A
 * card is valid until the last day of its month.
 */
function readExpiry(
  method: MethodRow,
  changes: EditPaymentMethod,
  now: Date,
): Pick<Edit, 'expiryMonth' | 'expiryYear'> {
  const { expiryMonth = method.expiry_month, expiryYear = method.expiry_year } = changes;
  const fields = (['expiryMonth', 'expiryYear'] as const).filter(
    (field) => changes[field] !== undefined,
  );
  if (fields.length === 0) return { expiryMonth, expiryYear };
  const hasExpiry = method.expiry_month !== null && expiryMonth !== null && expiryYear !== null;
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (!hasExpiry || expiryYear * 12 + expiryMonth < thisMonth) {
    throw new ProblemError('invalidInput', { fields: fields.map((field) => `body.${field}`) });
  }
  return { expiryMonth, expiryYear };
}

function readNewAddress(
  method: MethodRow,
  changes: EditPaymentMethod,
): Pick<Edit, 'country' | 'postalCode'> {
  const current = { country: method.country, postalCode: method.postal_code };
  if (changes.country === undefined && changes.postalCode === undefined) return current;
  return readAddress({ ...current, ...changes }) ?? current;
}

async function editAtProvider(
  { payments }: Pick<Dependencies, 'payments'>,
  method: MethodRow,
  requestKey: string,
  { expiryMonth, expiryYear, country, postalCode }: Edit,
): Promise<void> {
  const edit = {
    card: method.provider_card,
    ...(expiryMonth !== null && { expiryMonth }),
    ...(expiryYear !== null && { expiryYear }),
    ...(country !== '' && { country, postalCode }),
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([method.id, requestKey, edit]))
    .digest('hex');
  const { outcome } = await payments.edit({ key: `edit:${digest}`, ...edit });
  if (outcome === 'unknown')
    throw new ProblemError('paymentProviderUnavailable', { retryAfter: 2 });
  if (outcome === 'declined') throw new ProblemError('cardRejected');
}

import { randomUUID } from 'node:crypto';
import type { AddPaymentMethod, PaymentMethod } from '../../../../contract/payment.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { AttachedCard } from '../../../providers/payments/provider.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { queueForUser } from '../../auth/users.ts';
import { detachUnsaved, isAccount, replaceMethod } from './detachCards.ts';
import { lockOwnMethod, presentMethod, type MethodRow } from './methods.ts';

/**
 * Saves an attached card. If the card is already saved, updates the saved entry. If the card was
 * renewed and has another expiry date, the new entry replaces the old entry. The same happens if
 * the rider links an account again. If a card was attached several times, only the saved entry
 * stays at the provider.
 */
export async function saveCard(
  work: UnitOfWork,
  deps: Pick<Dependencies, 'payments'>,
  userId: string,
  card: AttachedCard,
  { country, postalCode, makeDefault }: Omit<AddPaymentMethod, 'token'>,
): Promise<PaymentMethod> {
  const { trx } = work;
  // Without this lock, two calls at the same time could both try to store their card as the default. The unique index
  // would then refuse the second card.
  await queueForUser(trx, userId);
  const others = await trx
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
  const former = others.find(({ fingerprint }) => fingerprint === card.fingerprint);
  const same = former && isSame(former, card) ? former : null;
  const isDefault = makeDefault || others.length === 0 || (former?.is_default ?? false);
  if (isDefault) {
    await trx
      .updateTable('payment_methods')
      .set({ is_default: false })
      .where('user_id', '=', userId)
      .where('is_default', '=', true)
      .execute();
  }
  if (former && !same) {
    // After this lock, no payment with the old entry can begin.
    await lockOwnMethod(trx, userId, former.id);
    await replaceMethod(work, former.id);
  }
  if (same && same.provider_card !== card.card) await detachUnsaved(work, card.card);
  const stored = {
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    name_on_card: card.nameOnCard,
    country: card.country ?? country ?? '',
    postal_code: card.postalCode ?? postalCode ?? '',
    is_default: isDefault,
  };
  // An existing method keeps the provider's old reference, because the server retries pending
  // payments with it. With a new reference, a retry would have the old idempotency key but a
  // different request, and the provider would refuse it.
  const row = same
    ? await trx
        .updateTable('payment_methods')
        .set(stored)
        .where('id', '=', same.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('payment_methods')
        .values({
          id: randomUUID(),
          user_id: userId,
          kind: card.kind,
          provider: deps.payments.name,
          provider_card: card.card,
          fingerprint: card.fingerprint,
          brand: card.brand,
          last4: card.last4,
          label: card.label,
          created_at: work.now,
          ...stored,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  return presentMethod(row);
}

/**
 * Whether a saved card is this card, and not an earlier card with the same number and another
 * expiry date. If the rider links an account again, the account has a new agreement, and the old
 * agreement may have ended. So the saved account does not count as the same.
 */
function isSame(saved: MethodRow, card: AttachedCard): boolean {
  if (saved.provider_card === card.card) return true;
  if (isAccount(card.kind)) return false;
  return saved.expiry_month === card.expiryMonth && saved.expiry_year === card.expiryYear;
}

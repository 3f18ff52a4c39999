import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { replaceMethod } from './methods/detachCards.ts';

/**
 * Moves a guest's payments and payment methods to a rider. The caller must have locked both users and the rentals of
 * the payments. The provider cannot move a method to another customer. So the methods stay with the guest at the
 * provider, and each moved method stores the id of the guest.
 */
export async function movePayments(
  work: UnitOfWork,
  guestId: string,
  userId: string,
): Promise<void> {
  const { trx } = work;
  await trx
    .updateTable('payments')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
  const own = await trx
    .selectFrom('payment_methods')
    .select(['fingerprint', 'is_default'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
  const hasDefault = own.some(({ is_default }) => is_default);
  await trx
    .updateTable('payment_methods')
    .set(({ fn, ref }) => ({
      user_id: userId,
      customer_of: fn.coalesce('customer_of', ref('user_id')),
      ...(hasDefault && { is_default: false }),
    }))
    .where('user_id', '=', guestId)
    .execute();
  // If the rider already has this card, remove the guest's entry.
  const same = own
    .map(({ fingerprint }) => fingerprint)
    .filter((fingerprint) => fingerprint !== '');
  if (same.length === 0) return;
  const doubles = await trx
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', userId)
    .where('customer_of', '=', guestId)
    .where('removed_at', 'is', null)
    .where('fingerprint', 'in', same)
    .execute();
  for (const { id } of doubles) await replaceMethod(work, id);
}

import type { UnitOfWork } from '../../unitOfWork.ts';

/**
 * Moves a guest's payments and payment methods to a rider. The caller must have locked both users and the rentals of
 * the payments. The provider cannot move a method to another customer. So the methods stay with the guest at the
 * provider, and each moved method stores the id of the guest.
 */
export async function movePayments(
  { trx, now }: UnitOfWork,
  guestId: string,
  userId: string,
): Promise<void> {
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
  // If the rider already has this card, mark the guest's entry as removed. The entry is not deleted, because payments
  // refer to it.
  const same = own
    .map(({ fingerprint }) => fingerprint)
    .filter((fingerprint) => fingerprint !== '');
  if (same.length === 0) return;
  await trx
    .updateTable('payment_methods')
    .set({ removed_at: now, is_default: false })
    .where('user_id', '=', userId)
    .where('customer_of', '=', guestId)
    .where('removed_at', 'is', null)
    .where('fingerprint', 'in', same)
    .execute();
}

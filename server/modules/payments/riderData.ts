import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** A rider's payment methods, including removed methods, for the file with all data about the rider. */
export async function paymentMethodData(
  db: Db,
  userId: string,
): Promise<RiderData['paymentMethods']> {
  const rows = await db
    .selectFrom('payment_methods')
    .select(['kind', 'brand', 'last4', 'label', 'name_on_card', 'country', 'postal_code'])
    .select(['created_at', 'removed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, brand, last4, label, country, ...row }) => ({
    kind,
    brand,
    last4,
    label,
    nameOnCard: row.name_on_card,
    country,
    postalCode: row.postal_code,
    addedAt: row.created_at.toISOString(),
    removedAt: row.removed_at?.toISOString() ?? null,
  }));
}

import type { Db } from '../../../db/database.ts';
import { addMs } from '../../../db/unitOfWork.ts';

const dayMs = 24 * 60 * 60_000;

/** The time in which a bank may open a chargeback about a payment, by the rules of the card networks. */
export const chargeableBackMs = 540 * dayMs;

/** The values of a method's columns after the deletion of its personal data. */
export const noPersonalData = {
  fingerprint: '',
  expiry_month: null,
  expiry_year: null,
  name_on_card: '',
  country: '',
  postal_code: '',
  label: null,
};

/**
 * Deletes the personal data of methods that were removed more than `chargeableBackMs` ago. The other columns stay,
 * because receipts need them.
 */
export async function dropOldMethods(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set(noPersonalData)
    .where('removed_at', '<', addMs(now, -chargeableBackMs))
    .where('fingerprint', '<>', '')
    .execute();
}

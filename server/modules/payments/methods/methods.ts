import type { Selectable } from 'kysely';
import type { PaymentMethod } from '../../../../contract/payment.ts';
import type { Db, Trx } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import { ProblemError } from '../../../http/problem.ts';

export type MethodRow = Selectable<Database['payment_methods']>;

/**
 * Finds a rider's method, and prevents its removal until the transaction ends.
 *
 * @throws {ProblemError} paymentMethodNotFound, also if the method belongs to another rider.
 */
export async function ownMethod(
  db: Db | Trx,
  userId: string,
  methodId: string,
): Promise<MethodRow> {
  const method = await findOwn(db, userId, methodId).forKeyShare().executeTakeFirst();
  if (!method) throw new ProblemError('paymentMethodNotFound');
  return method;
}

/**
 * Finds a rider's method, and prevents new payments with it until the transaction ends.
 *
 * @throws {ProblemError} paymentMethodNotFound, also if the method belongs to another rider.
 */
export async function lockOwnMethod(
  trx: Trx,
  userId: string,
  methodId: string,
): Promise<MethodRow> {
  const method = await findOwn(trx, userId, methodId).forUpdate().executeTakeFirst();
  if (!method) throw new ProblemError('paymentMethodNotFound');
  return method;
}

function findOwn(db: Db | Trx, userId: string, methodId: string) {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null);
}

/**
 * Whether a rider has saved a card, directly or by Apple Pay or Google Pay. A PayPal account does not count.
 */
export async function hasCard(trx: Trx, userId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('kind', 'in', ['card', 'applePay', 'googlePay'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A rider's saved methods. The default method is first. */
export async function listMethods(db: Db | Trx, userId: string): Promise<PaymentMethod[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(presentMethod);
}

export function presentMethod(row: MethodRow): PaymentMethod {
  return {
    id: row.id,
    kind: row.kind,
    brand: row.brand,
    last4: row.last4,
    label: row.label,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
    nameOnCard: row.name_on_card,
    country: row.country,
    postalCode: row.postal_code,
    isDefault: row.is_default,
  };
}

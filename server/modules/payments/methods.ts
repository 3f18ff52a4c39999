import { createHash, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AddPaymentMethod, PaymentMethod } from '../../../contract/payment.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { AttachedCard } from '../../providers/payments/provider.ts';
import { lockUser } from '../auth/users.ts';

type MethodRow = Selectable<Database['payment_methods']>;

/** @throws {ProblemError} paymentMethodNotFound, for other riders' methods too. */
export async function ownMethod(db: Db | Trx, userId: string, methodId: string): Promise<void> {
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!method) throw new ProblemError('paymentMethodNotFound');
}

/** A rider's saved methods, the default one first. */
export async function listMethods(db: Db, userId: string): Promise<PaymentMethod[]> {
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

/**
 * Makes a card-form token a lasting card at the provider. It happens before and outside the
 * transaction that keeps the card; its key is made of the request's own, so that the same request
 * sent again attaches nothing twice.
 *
 * @throws {ProblemError} cardRejected, paymentProviderUnavailable (to be tried again, same key).
 */
export async function attachCard(
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

/**
 * Keeps an attached card. The same card again is the same entry; renewed, with another expiry, it
 * takes the place of the older one.
 */
export async function keepCard(
  trx: Trx,
  deps: Pick<Dependencies, 'payments' | 'clock'>,
  userId: string,
  card: AttachedCard,
  { country, postalCode, makeDefault }: Omit<AddPaymentMethod, 'token'>,
): Promise<PaymentMethod> {
  // Two cards added at once must not both become the default.
  await lockUser(trx, userId);
  const others = await trx
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
  const former = others.find(({ fingerprint }) => fingerprint === card.fingerprint);
  const same =
    former?.expiry_month === card.expiryMonth && former.expiry_year === card.expiryYear
      ? former
      : null;
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
    await trx
      .updateTable('payment_methods')
      .set({ removed_at: deps.clock.now() })
      .where('id', '=', former.id)
      .execute();
  }
  const kept = {
    name_on_card: card.nameOnCard,
    country,
    postal_code: postalCode,
    is_default: isDefault,
  };
  // The provider's reference stays as it was: payments under way are asked for again with it, and
  // another one under the same key would be another request.
  const row = same
    ? await trx
        .updateTable('payment_methods')
        .set(kept)
        .where('id', '=', same.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('payment_methods')
        .values({
          id: randomUUID(),
          user_id: userId,
          kind: 'card',
          provider: deps.payments.name,
          provider_card: card.card,
          fingerprint: card.fingerprint,
          brand: card.brand,
          last4: card.last4,
          expiry_month: card.expiryMonth,
          expiry_year: card.expiryYear,
          created_at: deps.clock.now(),
          ...kept,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  return presentMethod(row);
}

function presentMethod(row: MethodRow): PaymentMethod {
  return {
    id: row.id,
    kind: row.kind,
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
    nameOnCard: row.name_on_card,
    country: row.country,
    postalCode: row.postal_code,
    isDefault: row.is_default,
  };
}

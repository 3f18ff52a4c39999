import { randomUUID } from 'node:crypto';
import type { RentalState } from '../../contract/orders.ts';
import type { Db } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Rider } from './app.ts';
import { testTariff } from './stations.ts';

/** Inserts the rows of a rental directly, without cabinets and payments. */
export async function insertRental(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { userId }: Pick<Rider, 'userId'>,
  stationId: string,
  state: RentalState,
): Promise<string> {
  const id = randomUUID();
  const paymentMethodId = randomUUID();
  const now = clock.now();
  await db
    .insertInto('payment_methods')
    .values({
      id: paymentMethodId,
      user_id: userId,
      kind: 'card',
      provider: 'sandbox',
      provider_card: paymentMethodId,
      fingerprint: paymentMethodId,
      brand: 'visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2031,
      name_on_card: 'A Rider',
      country: 'US',
      postal_code: '60601',
      is_default: false,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('chargers')
    .values({ serial: id, state: 'rented', changed_at: now })
    .execute();
  await db
    .insertInto('rentals')
    .values({
      id,
      number: `R-${id.slice(0, 9)}`,
      user_id: userId,
      state,
      station_id: stationId,
      slot: 1,
      charger: id,
      tariff: JSON.stringify(testTariff),
      payment_method_id: paymentMethodId,
      eject_command: id,
      created_at: now,
      started_at: now,
      changed_at: now,
    })
    .execute();
  return id;
}

/** Sets the state of a rental to `complete`, without a return or a payment. */
export async function completeRental(db: Db, rentalId: string): Promise<void> {
  await db.updateTable('rentals').set({ state: 'complete' }).where('id', '=', rentalId).execute();
}

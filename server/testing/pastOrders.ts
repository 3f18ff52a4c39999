import { randomUUID } from 'node:crypto';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { Db } from '../db/database.ts';
import { testTariff } from './stations.ts';

export interface PastOrders {
  userId: string;
  stationId: string;
  count: number;
  /** The start of the first order. */
  from: Date;
  /** The time between two starts, in milliseconds. */
  every: number;
  tariff?: Tariff;
}

const minute = 60_000;
const rowsAtOnce = 1000;

/** Adds finished orders of 102 minutes each, paid by card. Returns their ids, the oldest first. */
export async function addPastOrders(db: Db, past: PastOrders): Promise<string[]> {
  const methodId = await addMethod(db, past);
  const ids: string[] = [];
  for (let first = 0; first < past.count; first += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, past.count - first);
    const starts = Array.from({ length }, (_, index) => ({
      id: randomUUID(),
      paymentId: randomUUID(),
      at: new Date(past.from.getTime() + (first + index) * past.every),
    }));
    await addRows(db, past, methodId, starts);
    ids.push(...starts.map(({ id }) => id));
  }
  return ids;
}

async function addMethod(db: Db, { userId, from }: PastOrders): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('payment_methods')
    .values({
      id,
      user_id: userId,
      kind: 'card',
      provider: 'sandbox',
      provider_card: id,
      fingerprint: id,
      brand: 'visa',
      last4: '4242',
      name_on_card: '',
      country: 'US',
      postal_code: '60601',
      is_default: false,
      created_at: from,
    })
    .execute();
  return id;
}

async function addRows(
  db: Db,
  { userId, stationId, tariff = testTariff }: PastOrders,
  methodId: string,
  starts: readonly { id: string; paymentId: string; at: Date }[],
): Promise<void> {
  const back = (at: Date) => new Date(at.getTime() + 102 * minute);
  const usage = 2 * tariff.rate;
  const total = tariff.unlockFee + usage;
  await db
    .insertInto('rentals')
    .values(
      starts.map(({ id, at }) => ({
        id,
        number: `R-${id.slice(0, 13).toUpperCase()}`,
        user_id: userId,
        state: 'complete' as const,
        station_id: stationId,
        slot: 4,
        charger: id,
        tariff: JSON.stringify(tariff),
        payment_method_id: methodId,
        eject_command: id,
        created_at: at,
        started_at: at,
        returned_at: back(at),
        return_station_id: stationId,
        return_slot: 6,
        same_station: true,
        lines: JSON.stringify([
          { kind: 'unlockFee', amount: tariff.unlockFee },
          { kind: 'usage', amount: usage },
        ]),
        total,
        seen_at: back(at),
        changed_at: back(at),
      })),
    )
    .execute();
  await db
    .insertInto('payments')
    .values(
      starts.map(({ id, paymentId, at }) => ({
        id: paymentId,
        user_id: userId,
        rental_id: id,
        payment_method_id: methodId,
        purpose: 'usage' as const,
        state: 'captured' as const,
        currency: tariff.currency,
        amount: total,
        captured: total,
        created_at: at,
        changed_at: back(at),
      })),
    )
    .execute();
  await db
    .insertInto('payment_steps')
    .values(
      starts.flatMap(({ paymentId, at }) => [
        { payment_id: paymentId, step: 'placed' as const, amount: total, at },
        { payment_id: paymentId, step: 'captured' as const, amount: total, at: back(at) },
      ]),
    )
    .execute();
}

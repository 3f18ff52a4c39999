import { expect } from 'playwright/test';
import type { Order } from '../../contract/orders.ts';
import type { Rider } from './rider.ts';
import type { Cabinet, PaymentRecord, Sandbox } from './sandbox.ts';

/** The charges and refunds of an order in the card issuer's own record, in minor units. */
export interface Taken {
  /** The captured or charged amounts, in the order of the record. */
  captured: number[];
  refunded: number;
  /** The number of holds that are neither captured nor voided. */
  open: number;
}

function issuerTotals(records: PaymentRecord[]): Taken {
  const done = records.filter(({ outcome }) => outcome !== 'declined');
  const kind = (...kinds: PaymentRecord['kind'][]) =>
    done.filter((record) => kinds.includes(record.kind));
  const ended = new Set(kind('capture', 'void').map(({ authorization }) => authorization));
  return {
    captured: kind('capture', 'charge').map(({ amount }) => amount),
    refunded: kind('refund').reduce((sum, { amount }) => sum + amount, 0),
    open: kind('authorization').filter(({ authorization }) => !ended.has(authorization)).length,
  };
}

/**
 * Waits until the issuer's record of an order has the expected totals. Also checks that no
 * idempotency key moved money twice.
 */
export async function expectIssuerTotals(
  sandbox: Sandbox,
  order: Pick<Order, 'number'>,
  expected: Taken,
): Promise<void> {
  await expect
    .poll(async () => issuerTotals(await sandbox.payments(order.number)), {
      message: 'the record of the card issuer',
    })
    .toEqual(expected);
  const keys = (await sandbox.payments(order.number)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

/** The lowest level in per cent of a charger that the server lends. */
const lentLevel = 60;
/**
 * In per cent. The level of a charger rises by at most this number between two inventories of its
 * cabinet. The server learns levels only from inventories.
 */
const gain = 20;

/**
 * Expects that the cabinet and the API report the same counts for the station. The number of
 * chargers may differ by the chargers whose levels the server does not know exactly.
 */
export async function expectSameCounts(
  sandbox: Sandbox,
  rider: Rider,
  { id }: Pick<Cabinet, 'id'>,
): Promise<void> {
  await expect
    .poll(async () => {
      const [{ slots }, station] = await Promise.all([sandbox.cabinet(id), rider.station(id)]);
      const levels = slots.flatMap(({ charger, level }) => (charger === null ? [] : [level ?? 0]));
      const countFrom = (lowest: number) => levels.filter((level) => level >= lowest).length;
      const isInRange =
        station.chargers >= countFrom(lentLevel + gain) && station.chargers <= countFrom(lentLevel);
      return {
        chargers: isInRange ? 'same' : `${station.chargers}, levels ${levels.join(', ')}`,
        freeSlots: station.freeSlots - slots.filter(({ charger }) => charger === null).length,
      };
    })
    .toEqual({ chargers: 'same', freeSlots: 0 });
}

/** Expects that each slot of the cabinet contains the same charger as before. */
export async function expectNoChargerTaken(sandbox: Sandbox, before: Cabinet): Promise<void> {
  const { slots } = await sandbox.cabinet(before.id);
  expect(slots.map(({ slot, charger }) => ({ slot, charger }))).toEqual(
    before.slots.map(({ slot, charger }) => ({ slot, charger })),
  );
}

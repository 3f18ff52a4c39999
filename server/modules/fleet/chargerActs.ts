import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  serialsOfRange,
  mostSerials,
  type ChargerChanged,
  type ChargersRecalled,
  type ChargersRegistered,
  type RecallChargers,
  type RegisterChargers,
} from '../../../contract/operators/chargers.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { holdBackCharger, releaseCharger } from '../cabinets/heldChargers.ts';
import { lockStationsOf } from '../cabinets/stock/lockStationsOf.ts';
import { readChargers } from '../cabinets/stock/readChargers.ts';
import { registerChargers, registeredAmong } from '../cabinets/stock/registerChargers.ts';
import {
  recallChargers,
  retireCharger,
  serialsOfBatch,
} from '../cabinets/stock/withdrawChargers.ts';
import { notifyAll } from '../notifications/notify.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { openRentalsOfChargers } from '../rentalRecords/rentalsOfChargers.ts';
import { lockOpenRentalOfCharger } from '../rentalRecords/rentals.ts';
import { closeCasesAbout } from '../support/cases.ts';
import type { WithoutReason } from './withoutReason.ts';

const RegistrationMade = z.object({ registered: z.int(), released: z.int() });

/**
 * Adds chargers to the stock, all or none. Chargers that were quarantined as unknown are released, and their cases are
 * closed.
 *
 * @throws {OpsError} rangeRefused, chargersKnown, keyReused.
 */
export function register(
  work: UnitOfWork,
  asked: WithoutReason<RegisterChargers>,
  act: Act,
): Promise<ChargersRegistered> {
  const serials = serialsOf(asked);
  const subject = shortNameOf(serials);
  return actOnce(work, { action: 'charger.register', subject, details: asked }, act, {
    async run() {
      const known = await registeredAmong(work, serials);
      if (known.length > 0) throw chargersKnown(known);
      const released = await registerChargers(work, serials, asked);
      // `released` is null if another operator registered or retired one of these chargers after the check above.
      if (!released) throw chargersKnown(serials);
      await closeCasesAbout(work, 'unknownCharger', released, act.who);
      const made = { registered: serials.length, released: released.length };
      return { answer: made, made };
    },
    again: async ({ details }) => RegistrationMade.parse(details),
  });
}

const chargersKnown = (known: readonly string[]) =>
  new OpsError(
    'chargersKnown',
    `${known.length} of these chargers are registered already, or retired, such as ${known.slice(0, 5).join(', ')}.`,
  );

const RecallMade = z.object({ recalled: z.int(), rented: z.int() });

/**
 * Recalls chargers, and notifies the riders who have one of them.
 *
 * @throws {OpsError} rangeRefused, chargerNotFound if no charger could be recalled, keyReused.
 */
export function recall(
  work: UnitOfWork,
  asked: WithoutReason<RecallChargers>,
  act: Act,
): Promise<ChargersRecalled> {
  return actOnce(work, { action: 'charger.recall', subject: null, details: asked }, act, {
    async run() {
      const serials = 'batch' in asked ? await serialsOfBatch(work, asked.batch) : serialsOf(asked);
      const { recalled, rented } = await recallChargers(work, serials);
      if (recalled.length === 0) {
        throw new OpsError('chargerNotFound', 'There is no such charger that could be recalled.');
      }
      const id = randomUUID();
      const riders = await openRentalsOfChargers(work, rented);
      await notifyAll(
        work,
        riders.map(({ userId, rentalId }) => ({
          userId,
          rentalId,
          kind: 'chargerRecalled',
          key: `${rentalId}:${id}`,
        })),
      );
      const made = { recalled: recalled.length, rented: rented.length };
      return { answer: made, subject: `recall ${id}`, made };
    },
    again: async ({ details }) => RecallMade.parse(details),
  });
}

/** Holds a charger back. @throws {OpsError} chargerNotFound, chargerBusy if it is rented or retired, keyReused. */
export function holdBack(work: UnitOfWork, serial: string, act: Act): Promise<ChargerChanged> {
  return change(work, serial, 'charger.holdBack', act, async ({ status }) => {
    if (status === 'retired') throw busy(serial, 'is retired');
    await holdBackCharger(work, serial);
  });
}

/**
 * Releases a charger that is held back or recalled. If it has an open case as an unknown charger, the case is closed.
 *
 * @throws {OpsError} chargerNotFound, chargerBusy if it is rented, retired or not held back, keyReused.
 */
export function release(work: UnitOfWork, serial: string, act: Act): Promise<ChargerChanged> {
  return change(work, serial, 'charger.release', act, async ({ status }) => {
    if (status === 'retired') throw busy(serial, 'is retired');
    if (status !== 'heldBack' && status !== 'recalled') {
      throw busy(serial, `is not held back: ${status}`);
    }
    await releaseCharger(work, serial);
    await closeCasesAbout(work, 'unknownCharger', [serial], act.who);
  });
}

/** Takes a charger out of the stock for ever. @throws {OpsError} chargerNotFound, chargerBusy if rented, keyReused. */
export function retire(work: UnitOfWork, serial: string, act: Act): Promise<ChargerChanged> {
  return change(work, serial, 'charger.retire', act, () => retireCharger(work, serial));
}

type Shown = ChargerChanged['charger'];

function change(
  work: UnitOfWork,
  serial: string,
  action: string,
  act: Act,
  run: (before: Shown) => Promise<void>,
): Promise<ChargerChanged> {
  return actOnce(work, { action, subject: serial }, act, {
    async run() {
      // All transactions lock in this order: the station, the rental, the charger.
      await lockStationsOf(work, [serial]);
      if (await lockOpenRentalOfCharger(work, serial)) throw busy(serial, 'is rented');
      const before = await find(work, serial);
      await run(before);
      const charger = await find(work, serial);
      return { answer: { charger }, before: factsOf(before), after: factsOf(charger) };
    },
    again: async () => ({ charger: await find(work, serial) }),
  });
}

async function find(work: UnitOfWork, serial: string): Promise<Shown> {
  const [charger] = await readChargers(work.trx, { serial }, 1);
  if (!charger) throw chargerNotFound(serial);
  return charger;
}

const factsOf = ({ status, place }: Shown) => ({ status, place });

const busy = (serial: string, is: string) =>
  new OpsError('chargerBusy', `Charger ${serial} ${is}.`);

function serialsOf(asked: { serials: string[] } | { from: string; to: string }): string[] {
  if ('serials' in asked) return [...new Set(asked.serials)];
  const serials = serialsOfRange(asked);
  if (serials) return serials;
  throw new OpsError(
    'rangeRefused',
    `${asked.from} to ${asked.to} is no range. Both need the same text before the number, the same length, and at ` +
      `most ${mostSerials} numbers between them.`,
  );
}

/** The subject in the record of operators: the serial number of one charger, or the first and the last of several. */
function shortNameOf(serials: readonly string[]): string {
  const [first = '', last = first] = [serials[0], serials.at(-1)];
  return first === last ? first : `${first} to ${last}`;
}

export const chargerNotFound = (serial: string) =>
  new OpsError('chargerNotFound', `There is no charger ${serial}.`);

import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { recount } from './slots.ts';

/** A charger with this many reports is held back, even if its cabinet reports no fault. */
const reportsToHoldBack = 2;
const faults: readonly string[] = ['chargeFault', 'overheated', 'unreadable'];

/**
 * Stores a rider's report that a charger does not charge. Two reports hold the charger back. One report is enough if
 * the status of the charger's slot is one of `faults`. Reports before the last release by an operator do not count.
 *
 * @returns whether the charger is held back now, because of the reports or by an operator.
 */
export async function reportCharger(
  work: UnitOfWork,
  serial: string,
  rentalId: string,
): Promise<boolean> {
  await work.trx
    .insertInto('charger_reports')
    .values({ rental_id: rentalId, charger: serial, reported_at: work.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await work.trx
    .selectFrom('charger_reports')
    .leftJoin('chargers', 'chargers.serial', 'charger_reports.charger')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('charger', '=', serial)
    .where((or) =>
      or.or([
        or('chargers.released_at', 'is', null),
        or('charger_reports.reported_at', '>', or.ref('chargers.released_at')),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (Number(count) >= reportsToHoldBack || (await hasFault(work, serial))) {
    await markHeldBack(work, serial);
  }
  return isHeldBack(work, serial);
}

/** Whether the status of the charger's slot is one of `faults`. */
async function hasFault(work: UnitOfWork, serial: string): Promise<boolean> {
  const slot = await work.trx
    .selectFrom('slots')
    .select('status')
    .where('charger', '=', serial)
    .executeTakeFirst();
  return slot !== undefined && faults.includes(slot.status);
}

async function markHeldBack(work: UnitOfWork, serial: string): Promise<void> {
  await work.trx
    .updateTable('chargers')
    .set({ held_back_at: work.now })
    .where('serial', '=', serial)
    .where('held_back_at', 'is', null)
    .execute();
  const chargerSlot = await slotOf(work, serial);
  if (chargerSlot) await recount(work, chargerSlot.station_id);
}

/** Whether this charger is held back. */
export async function isHeldBack(work: UnitOfWork, serial: string): Promise<boolean> {
  const held = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', '=', serial)
    .where('held_back_at', 'is not', null)
    .executeTakeFirst();
  return held !== undefined;
}

/** The slot that contains the charger according to the database; null if there is none. */
export async function slotOf(
  work: UnitOfWork,
  serial: string,
): Promise<{ station_id: string; slot: number; changed_at: Date } | null> {
  const slot = await work.trx
    .selectFrom('slots')
    .select(['station_id', 'slot', 'changed_at'])
    .where('charger', '=', serial)
    .executeTakeFirst();
  return slot ?? null;
}

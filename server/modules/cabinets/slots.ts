import { sql, type Selectable, type Updateable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { setCounts } from '../stations/liveState.ts';
import { stationTariffs } from '../stations/stationQueries.ts';
import { slotTransition, type SlotEvent } from './slotMachine.ts';

export type SlotRow = Selectable<Database['slots']>;

/** The slot in which a charger is, or was last. */
export interface SlotPosition {
  readonly station_id: string;
  readonly slot: number;
  readonly charger: string;
}

/**
 * Reserves a rentable charger. Returns null if there is none. The function leaves out the `forOthers` chargers with the
 * highest levels, and takes the charger with the highest level of the rest. It ignores chargers that another
 * transaction is reserving.
 *
 * @param forOthers how many chargers must stay for riders with a reservation.
 */
export async function reserveCharger(
  work: UnitOfWork,
  stationId: string,
  minimumLevel: number,
  forOthers: number,
): Promise<SlotPosition | null> {
  const found = await work.trx
    .selectFrom('slots')
    .innerJoin('chargers', 'chargers.serial', 'slots.charger')
    .select(['slots.slot', 'chargers.serial'])
    .where('slots.station_id', '=', stationId)
    .where('slots.state', '=', 'occupied')
    .where('slots.status', '=', 'ok')
    .where('slots.level', '>=', minimumLevel)
    .where('chargers.state', '=', 'docked')
    .where('chargers.held_back_at', 'is', null)
    .orderBy('slots.level', 'desc')
    .orderBy('slots.slot')
    .limit(1)
    .offset(forOthers)
    .forUpdate('slots')
    .skipLocked()
    .executeTakeFirst();
  if (!found) return null;
  const position = { station_id: stationId, slot: found.slot, charger: found.serial };
  await moveSlot(work, position, 'reserve');
  return position;
}

/**
 * Applies an event to a slot that contains this charger. Returns false if the slot does not contain this charger, or if
 * the event is not possible in the state of the slot.
 */
export async function moveSlot(
  work: UnitOfWork,
  { station_id, slot, charger }: SlotPosition,
  event: SlotEvent,
  set: Updateable<Database['slots']> = {},
): Promise<boolean> {
  const row = await work.trx
    .selectFrom('slots')
    .selectAll()
    .where('station_id', '=', station_id)
    .where('slot', '=', slot)
    .where('charger', '=', charger)
    .forUpdate()
    .executeTakeFirst();
  const state = row && slotTransition(row.state, event);
  if (!state) return false;
  await work.trx
    .updateTable('slots')
    .set({
      ...(state === 'empty' ? { charger: null, level: null } : {}),
      ...set,
      state,
      changed_at: work.now,
    })
    .where('station_id', '=', station_id)
    .where('slot', '=', slot)
    .where('state', '=', row.state)
    .execute();
  await recount(work, station_id);
  return true;
}

/** The numbers of the slots that a station's cabinet has ever reported. */
export async function slotNumbers(work: UnitOfWork, stationId: string): Promise<number[]> {
  const slots = await work.trx
    .selectFrom('slots')
    .select('slot')
    .where('station_id', '=', stationId)
    .execute();
  return slots.map(({ slot }) => slot);
}

/** Locks a slot, and all slots that contain this charger according to the database. */
export function lockSlotAndSlotsOf(
  work: UnitOfWork,
  { station_id, slot, charger }: SlotPosition,
): Promise<SlotRow[]> {
  return work.trx
    .selectFrom('slots')
    .selectAll()
    .where((or) =>
      or.or([
        or('charger', '=', charger),
        or.and([or('station_id', '=', station_id), or('slot', '=', slot)]),
      ]),
    )
    .forUpdate()
    .execute();
}

/** Recalculates the station's counts of slots and chargers. */
export async function recount(work: UnitOfWork, stationId: string): Promise<void> {
  const counted = await work.trx
    .selectFrom(stationTariffs(work.trx).as('station'))
    .leftJoin('slots', 'slots.station_id', 'station.id')
    .leftJoin('chargers', 'chargers.serial', 'slots.charger')
    .select([
      sql<number>`count(slots.slot)`.as('slots'),
      sql<number>`count(slots.slot) filter (where slots.state = 'empty' and slots.status = 'ok')`.as(
        'free_slots',
      ),
      sql<number>`count(slots.slot) filter (where slots.state = 'occupied' and slots.status = 'ok'
        and chargers.state = 'docked' and chargers.held_back_at is null
        and slots.level >= (station.terms->>'minimumLevel')::int)`.as('chargers'),
    ])
    .where('station.id', '=', stationId)
    .executeTakeFirst();
  if (counted) await setCounts(work, stationId, counted);
}

/**
 * Stores the state of a charger. A new serial number joins the stock, unless the state is `quarantined`.
 */
export async function setCharger(
  work: UnitOfWork,
  serial: string,
  state: Selectable<Database['chargers']>['state'],
): Promise<void> {
  await work.trx
    .insertInto('chargers')
    .values({
      serial,
      state,
      changed_at: work.now,
      registered_at: state === 'quarantined' ? null : work.now,
    })
    .onConflict((conflict) =>
      conflict.column('serial').doUpdateSet({ state, changed_at: work.now }),
    )
    .execute();
}

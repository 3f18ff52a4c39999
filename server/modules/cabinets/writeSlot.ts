import type { SlotStatus } from '../../../contract/cabinet/messages.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { slotTransition, type SlotEvent } from './slotMachine.ts';
import { recount, type SlotRow } from './slots.ts';

/** The content of one slot, as the cabinet reports it. */
export interface SlotView {
  readonly slot: number;
  readonly charger: string | null;
  readonly level: number | null;
  readonly status: SlotStatus;
}

/**
 * Stores the content of a slot, and removes the charger from any other slot. `event` is the event
 * for the slot's state machine. The caller must call `recount` for this station afterwards.
 */
export async function writeSlot(
  work: UnitOfWork,
  stationId: string,
  before: SlotRow | undefined,
  view: SlotView,
  event: SlotEvent,
): Promise<void> {
  // If the charger in the slot has changed, the old state, such as a reservation, no longer applies.
  const sameCharger = before?.charger === view.charger;
  const from = before && (sameCharger || before.state === 'disabled') ? before.state : 'empty';
  const state = slotTransition(from, event) ?? from;
  const { slot, charger, level, status } = view;
  if (charger !== null) await removeFromOtherSlots(work, charger, stationId, slot);
  const written = { state, charger, level, status, changed_at: work.now };
  await work.trx
    .insertInto('slots')
    .values({ station_id: stationId, slot, ...written })
    .onConflict((conflict) => conflict.columns(['station_id', 'slot']).doUpdateSet(written))
    .execute();
}

async function removeFromOtherSlots(
  work: UnitOfWork,
  charger: string,
  stationId: string,
  slot: number,
): Promise<void> {
  const former = await work.trx
    .updateTable('slots')
    .set({ charger: null, level: null, state: 'empty', changed_at: work.now })
    .where('charger', '=', charger)
    .where((or) => or.or([or('station_id', '<>', stationId), or('slot', '<>', slot)]))
    .returning('station_id')
    .execute();
  for (const { station_id } of former) {
    if (station_id !== stationId) await recount(work, station_id);
  }
}

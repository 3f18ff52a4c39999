import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { openCase } from '../support/cases.ts';
import type { Snapshot } from './contact.ts';
import { writeSlot, type SlotView } from './writeSlot.ts';
import type { SlotEvent } from './slotMachine.ts';
import { recount, type SlotRow } from './slots.ts';
import { takeCharger } from './stock/takeCharger.ts';

type ChargerState = Selectable<Database['chargers']>['state'];

/** Handles a charger that counts as lost, but that the snapshot shows in this slot. */
type RecoverLost = (charger: string, slot: number) => Promise<void>;

/**
 * Changes the stored slots so that they match a snapshot. The slots of the chargers in `undecided` do
 * not change, because the snapshot does not prove where these chargers are. A docked charger that
 * is no longer in any slot of the cabinet becomes missing.
 *
 * @param acceptsUnknown whether unregistered chargers join the stock.
 */
export async function reconcileSlots(
  work: UnitOfWork,
  snapshot: Snapshot,
  undecided: ReadonlySet<string>,
  recoverLost: RecoverLost,
  acceptsUnknown: boolean,
): Promise<void> {
  const { event, station } = snapshot.report;
  const serials = [...snapshot.slotOf.keys()];
  const rows = await work.trx
    .selectFrom('slots')
    .selectAll()
    .where((or) =>
      or.or([
        or('station_id', '=', station.id),
        ...(serials.length > 0 ? [or('charger', 'in', serials)] : []),
      ]),
    )
    .orderBy('station_id')
    .orderBy('slot')
    .forUpdate()
    .execute();
  const here = new Map(
    rows.filter(({ station_id }) => station_id === station.id).map((row) => [row.slot, row]),
  );
  const states = await chargerStates(work, [
    ...serials,
    ...rows.flatMap(({ charger }) => charger ?? []),
  ]);

  const changes: { before: SlotRow | undefined; view: SlotView }[] = [];
  for (const view of event.slots) {
    const before = here.get(view.slot);
    if (isUndecided(view, before, undecided)) continue;
    if (isNewerElsewhere(view, rows, snapshot)) continue;
    if (!isSame(before, view)) changes.push({ before, view });
  }
  for (const { before } of changes) {
    if (before?.charger && !snapshot.slotOf.has(before.charger)) {
      await noteMissing(work, snapshot, before.charger, states.get(before.charger));
    }
  }
  // The changed slots are first emptied, because a charger must not be in two slots while chargers swap their slots.
  await emptySlots(work, station.id, changes);
  for (const { before, view } of changes) {
    await writeSlot(work, station.id, before, view, eventOf(view));
  }
  for (const { view } of changes) {
    const { charger, slot } = view;
    if (charger === null) continue;
    const state = states.get(charger);
    if (state === 'lost') await recoverLost(charger, slot);
    else if (state !== 'docked') {
      await takeCharger(work, station.id, { charger, slot }, acceptsUnknown);
    }
  }
  await recount(work, station.id);
}

function eventOf({ status, charger }: SlotView): SlotEvent {
  if (status === 'disabled') return 'disable';
  return charger === null ? 'seenEmpty' : 'seenOccupied';
}

function isUndecided(
  view: SlotView,
  before: SlotRow | undefined,
  undecided: ReadonlySet<string>,
): boolean {
  return (
    (view.charger !== null && undecided.has(view.charger)) ||
    (before?.charger !== null && before?.charger !== undefined && undecided.has(before.charger))
  );
}

/** Whether another station reported the charger after the time of this snapshot. A snapshot may arrive late. */
function isNewerElsewhere(view: SlotView, rows: readonly SlotRow[], snapshot: Snapshot): boolean {
  return rows.some(
    (row) =>
      row.charger !== null &&
      row.charger === view.charger &&
      row.station_id !== snapshot.report.station.id &&
      row.changed_at > snapshot.at,
  );
}

function isSame(before: SlotRow | undefined, view: SlotView): boolean {
  return (
    before !== undefined &&
    before.charger === view.charger &&
    before.level === view.level &&
    before.status === view.status &&
    (before.state === 'disabled') === (view.status === 'disabled') &&
    before.state !== 'suspect'
  );
}

async function emptySlots(
  work: UnitOfWork,
  stationId: string,
  changes: readonly { before: SlotRow | undefined; view: SlotView }[],
): Promise<void> {
  const moved = changes.filter(({ before, view }) => before && before.charger !== view.charger);
  if (moved.length === 0) return;
  await work.trx
    .updateTable('slots')
    .set({ charger: null })
    .where('station_id', '=', stationId)
    .where(
      'slot',
      'in',
      moved.map(({ view }) => view.slot),
    )
    .execute();
}

async function chargerStates(
  work: UnitOfWork,
  serials: readonly string[],
): Promise<ReadonlyMap<string, ChargerState>> {
  if (serials.length === 0) return new Map();
  const rows = await work.trx
    .selectFrom('chargers')
    .select(['serial', 'state'])
    .where('serial', 'in', [...serials])
    .execute();
  return new Map(rows.map(({ serial, state }) => [serial, state]));
}

async function noteMissing(
  work: UnitOfWork,
  { report }: Snapshot,
  charger: string,
  state: ChargerState | undefined,
): Promise<void> {
  if (state !== 'docked') return;
  // The update checks the state again, because the same transaction may have just started a rental with this charger.
  const missing = await work.trx
    .updateTable('chargers')
    .set({ state: 'missing', changed_at: work.now })
    .where('serial', '=', charger)
    .where('state', '=', 'docked')
    .returning('serial')
    .executeTakeFirst();
  if (!missing) return;
  await openCase(work, {
    kind: 'chargerMissing',
    key: `${charger}:${report.event.bootId}:${report.event.seq}`,
    stationId: report.station.id,
    details: { charger },
  });
}

import type { Dependencies } from '../../dependencies.ts';
import type { CabinetListener } from '../../gateway/gateway.ts';
import { SlotStatus, type CabinetEvent, type CabinetState } from '../../gateway/messages.ts';
import { transact, type Work } from '../../work.ts';
import { lockOpenRentalOfCharger } from '../rental/rentals.ts';
import { openCase } from '../support/cases.ts';
import { requestInventory } from './commands.ts';
import {
  correctedTime,
  lockStation,
  noteContact,
  presentBoot,
  silentSince,
  type Report,
} from './contact.ts';
import { takeIn } from './inbox.ts';
import { recount } from './slots.ts';
import { takeEjected, takeEjectFailed } from './takeEjected.ts';
import { takeInventory } from './takeInventory.ts';
import { takeReturned } from './takeReturned.ts';

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>;

/**
 * What the cabinets tell, taken in: each event in one transaction with everything that follows from
 * it, and only once. It rejects where that could not be committed; the cabinet then tells it again.
 */
export function cabinetListener(deps: Needed): CabinetListener {
  return {
    onEvent: (stationId, event) => transact(deps, (work) => takeEvent(work, stationId, event)),
    onUnread: (stationId, envelope) =>
      transact(deps, async (work) => {
        if (await lockStation(work, stationId)) await takeIn(work, stationId, envelope);
      }),
    onState: (stationId, state) => transact(deps, (work) => takeState(work, stationId, state)),
  };
}

async function takeEvent(work: Work, stationId: string, event: CabinetEvent): Promise<void> {
  const locked = await lockStation(work, stationId);
  if (!locked) return work.log.warn({ stationId }, 'a cabinet of no station of ours speaks');
  const station = { ...locked, silent_since: silentSince(work, locked) };
  const at = correctedTime(work, station, event.at);
  const bootId = presentBoot(work, station, event, at);
  const arrival = await takeIn(work, stationId, event);
  const report: Report = {
    event,
    station,
    arrival,
    current: bootId === event.bootId && !arrival.overtaken,
    at,
  };
  await noteContact(work, report, bootId);
  if (!arrival.duplicate) await takeNews(work, report);
}

function takeNews(work: Work, report: Report): Promise<void> {
  const { event } = report;
  switch (event.type) {
    case 'inventory':
      return takeInventory(work, { ...report, event });
    case 'ejected':
      return takeEjected(work, { ...report, event });
    case 'ejectFailed':
      return takeEjectFailed(work, { ...report, event });
    case 'returned':
      return takeReturned(work, { ...report, event });
    case 'returnRejected':
      return takeRejected(work, { ...report, event });
    case 'fault':
      return takeFault(work, { ...report, event });
    case 'heartbeat':
      return Promise.resolve();
  }
}

/** The rider believes it is back, and the rental runs on: support can explain it. */
async function takeRejected(
  work: Work,
  { event, station }: Report<Extract<CabinetEvent, { type: 'returnRejected' }>>,
): Promise<void> {
  const { charger, slot, reason } = event;
  const rental = charger === null ? null : await lockOpenRentalOfCharger(work, charger);
  await openCase(work, {
    kind: 'returnRejected',
    key: `${station.id}:${event.bootId}:${event.seq}`,
    stationId: station.id,
    details: { charger, slot, reason },
    ...(rental ? { rentalId: rental.id } : {}),
  });
}

async function takeFault(
  work: Work,
  { event, station, current }: Report<Extract<CabinetEvent, { type: 'fault' }>>,
): Promise<void> {
  const { slot, code } = event;
  const status = SlotStatus.safeParse(code);
  if (slot !== null && status.success && current) {
    await work.trx
      .updateTable('slots')
      .set({ status: status.data, changed_at: work.now })
      .where('station_id', '=', station.id)
      .where('slot', '=', slot)
      .execute();
    await recount(work, station.id);
    return;
  }
  await openCase(work, {
    kind: 'cabinetFault',
    key: `${station.id}:${event.bootId}:${event.seq}`,
    stationId: station.id,
    details: { slot, code },
  });
}

async function takeState(work: Work, stationId: string, state: CabinetState): Promise<void> {
  const station = await lockStation(work, stationId);
  if (!station) return work.log.warn({ stationId }, 'a cabinet of no station of ours speaks');
  const bootId = state.bootId ?? station.boot_id;
  await work.trx
    .updateTable('stations')
    .set({
      online: state.online,
      boot_id: bootId,
      ...(state.online ? { last_seen_at: work.now } : {}),
      silent_since: state.online ? silentSince(work, station) : station.silent_since,
      ...(station.online === state.online ? {} : { changed_at: work.now }),
    })
    .where('id', '=', stationId)
    .execute();
  if (station.online !== state.online) work.stationChanged(stationId);
  const isBack = state.online && (!station.online || bootId !== station.boot_id);
  if (isBack) await requestInventory(work, stationId, `back:${bootId}:${work.now.getTime()}`);
}

import type { Dependencies } from '../../dependencies.ts';
import type { CabinetListener } from '../../gateway/gateway.ts';
import {
  SlotStatus,
  type CabinetEvent,
  type CabinetState,
} from '../../../contract/cabinet/messages.ts';
import { layoutText } from '../../../contract/rules/places/cabinetLayout.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { announceOnline, lockStation, setLiveState } from '../stations/liveState.ts';
import { openCase } from '../support/cases.ts';
import { storeCabinetEvent } from './cabinetEvents.ts';
import { requestInventory, requestInventorySoon } from './commands.ts';
import { storeCabinetState, storeHeartbeat } from './health.ts';
import {
  correctedTime,
  latestTime,
  presentBoot,
  saveContact,
  withNewContact,
  type Report,
} from './contact.ts';
import { recordEvent } from './inbox.ts';
import {
  applyParameterFailed,
  applyParameterSet,
  applyReportedParameters,
} from './operatorCommands/applyAnswers.ts';
import { recount } from './slots.ts';

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>;

type RentalEvent = 'inventory' | 'ejected' | 'ejectFailed' | 'returned' | 'returnRejected';

/** The events that affect rentals, and their handlers. */
export type RentalEvents = {
  readonly [Type in RentalEvent]: (
    work: UnitOfWork,
    report: Report<Extract<CabinetEvent, { type: Type }>>,
  ) => Promise<void>;
};

/**
 * Processes the messages of cabinets. Each event is processed once, in one transaction with all its effects. If the
 * transaction fails, the handler rejects, so the server does not acknowledge the event and the cabinet sends it again.
 */
export function cabinetListener(deps: Needed, rentals: RentalEvents): CabinetListener {
  return {
    onEvent: (stationId, event) =>
      transact(deps, (work) => handleEvent(work, rentals, stationId, event)),
    onUnread: (stationId, envelope) =>
      transact(deps, async (work) => {
        const station = await lockStation(work, stationId);
        return station ? (await recordEvent(work, stationId, envelope)).upTo : envelope.seq;
      }),
    onState: (stationId, state) => transact(deps, (work) => handleState(work, stationId, state)),
  };
}

async function handleEvent(
  work: UnitOfWork,
  rentals: RentalEvents,
  stationId: string,
  event: CabinetEvent,
): Promise<number | null> {
  const locked = await lockStation(work, stationId);
  if (!locked) {
    work.log.warn({ stationId }, 'a message came from an unknown station');
    return event.seq;
  }
  const station = withNewContact(work, locked);
  const at = correctedTime(work, station, event);
  const bootId = presentBoot(work, station, event, at);
  const since = station.silent_since ?? station.batch_after ?? work.now;
  const arrival = await recordEvent(work, stationId, event, since);
  const report: Report = {
    event,
    station,
    arrival,
    current: bootId === event.bootId && !arrival.overtaken,
    at,
    notAfter: latestTime(work, station, event),
  };
  await saveContact(work, report, bootId);
  if (!arrival.duplicate) {
    // The server requests the inventory only after a wait, because the gap may close by itself: another process may be
    // storing the missing events, or the cabinet may send them again when it reconnects.
    if (!arrival.complete) await requestInventorySoon(work, stationId, addMs(work.now, gapMs));
    await storeCabinetEvent(work, report);
    await applyEvent(work, rentals, report);
  }
  return arrival.upTo;
}

/** If events are still missing after this time, the server requests the cabinet's inventory. */
const gapMs = 5000;

function applyEvent(work: UnitOfWork, rentals: RentalEvents, report: Report): Promise<void> {
  const { event } = report;
  switch (event.type) {
    case 'inventory':
      return rentals.inventory(work, { ...report, event });
    case 'ejected':
      return rentals.ejected(work, { ...report, event });
    case 'ejectFailed':
      return rentals.ejectFailed(work, { ...report, event });
    case 'returned':
      return rentals.returned(work, { ...report, event });
    case 'returnRejected':
      return rentals.returnRejected(work, { ...report, event });
    case 'fault':
      return applyFault(work, { ...report, event });
    case 'parameterSet':
      return applyParameterSet(work, { ...report, event });
    case 'parameterFailed':
      return applyParameterFailed(work, { ...report, event });
    case 'heartbeat':
      return storeHeartbeat(work, { ...report, event });
  }
}

async function applyFault(
  work: UnitOfWork,
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

async function handleState(
  work: UnitOfWork,
  stationId: string,
  state: CabinetState,
): Promise<void> {
  const before = await lockStation(work, stationId);
  if (!before) return work.log.warn({ stationId }, 'a message came from an unknown station');
  const station = withNewContact(work, before);
  const bootId = state.bootId ?? station.boot_id;
  await setLiveState(work, stationId, {
    online: state.online,
    boot_id: bootId,
    ...(state.rows !== undefined &&
      state.columns !== undefined && {
        reported_layout: layoutText({ rows: state.rows, columns: state.columns }),
      }),
    ...(state.commands !== undefined && { reported_commands: state.commands }),
    // A cabinet publishes its state when it connects. So the cabinet may have been offline until now, and its stored
    // events may follow.
    ...(state.online && {
      last_seen_at: work.now,
      batch_after: station.batch_after,
      silent_since: station.silent_since ?? station.last_seen_at,
    }),
    ...(station.online === state.online ? {} : { changed_at: work.now }),
  });
  await storeCabinetState(work, before, state);
  if (state.online && state.parameters) {
    await applyReportedParameters(work, stationId, state.parameters);
  }
  if (station.online !== state.online) {
    work.stationChanged(stationId);
    await announceOnline(work, [stationId], state.online);
  }
  const isBack = state.online && (!station.online || bootId !== station.boot_id);
  if (isBack) await requestInventory(work, stationId, `back:${bootId}:${work.now.getTime()}`);
}

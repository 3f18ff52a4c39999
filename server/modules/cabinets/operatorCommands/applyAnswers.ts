import type { CabinetEvent } from '../../../../contract/cabinet/messages.ts';
import type { ReportedParameters } from '../../../../contract/cabinet/parameters.ts';
import { addMs, type UnitOfWork } from '../../../unitOfWork.ts';
import { requestInventorySoon } from '../commands.ts';
import type { Report, Snapshot } from '../contact.ts';
import { moveSlot } from '../slots.ts';
import { noteInSession, sessionAt } from '../stock/fieldSessions.ts';
import { endCommand, selfCheckMs, type CommandRow } from './sendCommands.ts';

type Ejected = Extract<CabinetEvent, { type: 'ejected' }>;
type ParameterSet = Extract<CabinetEvent, { type: 'parameterSet' }>;
type ParameterFailed = Extract<CabinetEvent, { type: 'parameterFailed' }>;
type EjectFailed = Extract<CabinetEvent, { type: 'ejectFailed' }>;

/**
 * Applies the event that an operator's command ejected a charger. The charger stays in the stock, and nobody pays.
 *
 * @returns false if the event does not answer a command of an operator.
 */
export async function applyOperatorEject(
  work: UnitOfWork,
  { event, station, current }: Report<Ejected>,
): Promise<boolean> {
  const { command, slot, charger } = event;
  const sent = await findCommand(work, command);
  if (sent?.charger !== charger) return false;
  // Another event of the same command changes nothing.
  if (sent.state === 'done') return true;
  // After a failure nobody expects the charger to come out, so it is an eject without a command.
  if (!(await endCommand(work, command, 'done'))) return false;
  if (current) await moveSlot(work, { station_id: station.id, slot, charger }, 'left');
  else await requestInventorySoon(work, station.id);
  await markTakenOut(work, station.id, { charger, slot });
  return true;
}

/** Applies the event that an operator's command ejected nothing. Does nothing for other commands. */
export async function applyOperatorEjectFailed(
  work: UnitOfWork,
  { event, station }: Report<EjectFailed>,
): Promise<void> {
  const { command, slot, charger, reason } = event;
  if ((await findCommand(work, command))?.charger !== charger) return;
  const place = { station_id: station.id, slot, charger };
  // A time-out within the cabinet does not prove that the charger stayed inside.
  const isUnsure = reason === 'timeout';
  if (!(await endCommand(work, command, isUnsure ? 'unknown' : 'failed', reason))) return;
  if (isUnsure || reason === 'notFound') await moveSlot(work, place, 'unanswered');
  else {
    const isBroken = reason === 'jammed' || reason === 'unreadable';
    await moveSlot(work, place, 'release', isBroken ? { status: reason } : {});
  }
  await requestInventorySoon(work, station.id, addMs(work.now, selfCheckMs));
}

/**
 * Ends the command when a cabinet reports that it has set a parameter. The cabinet may have chosen another value. The
 * stored value comes only from state messages, because this event may arrive after a newer state message.
 */
export async function applyParameterSet(
  work: UnitOfWork,
  { event, station }: Report<ParameterSet>,
): Promise<void> {
  const { command, name, value } = event;
  const sent = await findCommand(work, command);
  if (sent?.station_id !== station.id || sent.parameter !== name) return;
  const isAsked = sent.value === value;
  await endCommand(work, command, isAsked ? 'done' : 'failed', isAsked ? null : 'otherValue');
}

/** Ends the commands whose value the cabinet reports. Of each parameter, only the last command counts. */
export async function applyReportedParameters(
  work: UnitOfWork,
  stationId: string,
  reported: ReportedParameters,
): Promise<void> {
  const commands = await work.trx
    .selectFrom('cabinet_commands')
    .distinctOn('parameter')
    .select(['id', 'parameter', 'value'])
    .where('station_id', '=', stationId)
    .where('type', '=', 'setParameter')
    .orderBy('parameter')
    .orderBy('asked_at', 'desc')
    .execute();
  for (const { id, parameter, value } of commands) {
    if (parameter !== null && reported[parameter] === value) await endCommand(work, id, 'done');
  }
}

/** Applies the event that a cabinet has not set a parameter. */
export async function applyParameterFailed(
  work: UnitOfWork,
  { event, station }: Report<ParameterFailed>,
): Promise<void> {
  const { command, name, reason } = event;
  const sent = await findCommand(work, command);
  if (sent?.station_id !== station.id || sent.parameter !== name) return;
  await endCommand(work, command, 'failed', reason);
}

/**
 * Finds the results of commands in an inventory. It must be called before the slots are changed.
 *
 * @returns the chargers of ejects that the inventory does not decide.
 */
export async function settleCommands(work: UnitOfWork, snapshot: Snapshot): Promise<string[]> {
  const { report, at, slotOf } = snapshot;
  const { event, station } = report;
  const sent = await work.trx
    .selectFrom('cabinet_commands')
    .selectAll()
    .where('station_id', '=', station.id)
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute();
  const undecided: string[] = [];
  for (const command of sent) {
    const { id, slot, charger } = command;
    if (slot !== null && charger !== null) {
      const place = { station_id: station.id, slot, charger };
      const view = event.slots.find((other) => other.slot === slot);
      const isTold = view !== undefined && (view.charger !== null || view.status !== 'unreadable');
      if (at < addMs(command.expires_at, selfCheckMs) || !report.arrival.complete || !isTold) {
        undecided.push(charger);
      } else if (slotOf.has(charger)) {
        await endCommand(work, id, 'failed', 'noAnswer');
        await moveSlot(work, place, 'release');
      } else {
        await endCommand(work, id, 'done');
        await moveSlot(work, place, 'left');
        await markTakenOut(work, station.id, { charger, slot });
      }
    } else if (isDone(command, snapshot)) await endCommand(work, id, 'done');
  }
  return undecided;
}

/** Whether an inventory shows that a command which ejects nothing is done. */
function isDone({ type, slot, boot_id }: CommandRow, { report: { event } }: Snapshot): boolean {
  const status = event.slots.find((view) => view.slot === slot)?.status;
  switch (type) {
    case 'inventory':
      return true;
    case 'restart':
      return event.bootId !== boot_id;
    case 'lock':
      return status === 'disabled';
    case 'unlock':
      return status !== undefined && status !== 'disabled';
    case 'eject':
    case 'setParameter':
      return false;
  }
}

/** The operator's command with this id; null if there is none. */
async function findCommand(work: UnitOfWork, id: string): Promise<CommandRow | null> {
  const found = await work.trx
    .selectFrom('cabinet_commands')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** The charger is in the hands of the team. It stays held back if it was, and a rider's charger does not change. */
async function markTakenOut(
  work: UnitOfWork,
  stationId: string,
  { charger, slot }: { charger: string; slot: number },
): Promise<void> {
  await work.trx
    .updateTable('chargers')
    .set({ state: 'registered', changed_at: work.now })
    .where('serial', '=', charger)
    .where('state', 'in', ['docked', 'missing'])
    .execute();
  const session = await sessionAt(work, stationId);
  if (session) await noteInSession(work, session, { charger, direction: 'out', slot });
}

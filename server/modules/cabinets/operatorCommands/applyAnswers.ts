import type { CabinetEvent } from '../../../../contract/cabinet/messages.ts';
import type { ReportedParameters } from '../../../../contract/cabinet/parameters.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
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
 * Applies an event by which a cabinet reports that it ejected a charger for an operator's command.
 * The charger stays in the stock, and nobody pays.
 *
 * @returns false if no operator sent this command for this charger, or if the command has already failed.
 */
export async function applyOperatorEject(
  work: UnitOfWork,
  { event, station, current }: Report<Ejected>,
): Promise<boolean> {
  const { command, slot, charger } = event;
  const sent = await findCommand(work, command);
  if (sent?.charger !== charger) return false;
  // The command already ended with an eject, so a second event about this eject changes nothing.
  if (sent.state === 'done') return true;
  // If the command has already failed, nobody expects the charger any more. Handle the event like an eject without a
  // command.
  if (!(await endCommand(work, command, 'done'))) return false;
  if (current) await moveSlot(work, { station_id: station.id, slot, charger }, 'left');
  else await requestInventorySoon(work, station.id);
  await markTakenOut(work, station.id, { charger, slot });
  return true;
}

/**
 * Applies an event by which a cabinet reports that it could not eject a charger for an operator's
 * command. Ignores commands that no operator sent.
 */
export async function applyOperatorEjectFailed(
  work: UnitOfWork,
  { event, station }: Report<EjectFailed>,
): Promise<void> {
  const { command, slot, charger, reason } = event;
  if ((await findCommand(work, command))?.charger !== charger) return;
  const chargerSlot = { station_id: station.id, slot, charger };
  // After a time-out inside the cabinet, the charger may be in the slot or not.
  const isUnsure = reason === 'timeout';
  if (!(await endCommand(work, command, isUnsure ? 'unknown' : 'failed', reason))) return;
  if (isUnsure || reason === 'notFound') await moveSlot(work, chargerSlot, 'unanswered');
  else {
    const isBroken = reason === 'jammed' || reason === 'unreadable';
    await moveSlot(work, chargerSlot, 'release', isBroken ? { status: reason } : {});
  }
  await requestInventorySoon(work, station.id, addMs(work.now, selfCheckMs));
}

/**
 * Ends the command when a cabinet reports that it has set a parameter. If the cabinet chose another value, the command
 * has failed. The function does not store the value: only state messages change it, because this event may arrive after
 * a newer state message.
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

/** For each parameter, marks its newest command as done if the cabinet reports the value, unless the command failed. */
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

/** Applies an event by which a cabinet reports that it could not set a parameter. */
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
 * Derives the results of open commands from an inventory. Call this function before the inventory changes the stored
 * slots.
 *
 * @returns the chargers of the ejects for which the inventory does not show the result.
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
      const chargerSlot = { station_id: station.id, slot, charger };
      const view = event.slots.find((other) => other.slot === slot);
      const isReported =
        view !== undefined && (view.charger !== null || view.status !== 'unreadable');
      if (at < addMs(command.expires_at, selfCheckMs) || !report.arrival.complete || !isReported) {
        undecided.push(charger);
      } else if (slotOf.has(charger)) {
        await endCommand(work, id, 'failed', 'noAnswer');
        await moveSlot(work, chargerSlot, 'release');
      } else {
        await endCommand(work, id, 'done');
        await moveSlot(work, chargerSlot, 'left');
        await markTakenOut(work, station.id, { charger, slot });
      }
    } else if (isDone(command, snapshot)) await endCommand(work, id, 'done');
  }
  return undecided;
}

/**
 * Whether an inventory shows that a command is done. Always false for ejects and parameters,
 * because other functions end these commands.
 */
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

/**
 * Stores that the team has taken the charger out, and notes this in the open field session, if any. Only the state of a
 * docked or missing charger changes. A charger that is held back stays held back.
 */
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

import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { CabinetCommand } from '../../../../contract/cabinet/messages.ts';
import type { ParameterName } from '../../../../contract/cabinet/parameters.ts';
import type { Database } from '../../../db/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { lockStation } from '../../stations/liveState.ts';
import { cabinetLinks } from '../../stations/stationQueries.ts';
import { requestInventorySoon } from '../commands.ts';
import { cabinetTime } from '../contact.ts';
import { moveSlot } from '../slots.ts';

export type CommandRow = Selectable<Database['cabinet_commands']>;
type CommandType = CommandRow['type'];

const commandLifeMs = 30_000;
/**
 * An inventory proves the result of an eject only if the cabinet made it at least this long after
 * the expiry of the command. Before the cabinet's self-check, an inventory may still contain the
 * ejected charger.
 */
export const selfCheckMs = 5000;
/** After the expiry of a command, the server waits this long for the cabinet's answer or inventory. */
const answerMs = 2 * 60_000;
const sendAgainMs = 1000;

const sendJob = 'cabinet.operatorCommand';
const endJob = 'cabinet.operatorCommandEnd';
const CommandPayload = z.object({ id: z.string() });

/**
 * The type of a command, and what the command is about. Only an eject has a charger, and only
 * `setParameter` has a parameter and a value.
 */
export interface CommandTarget {
  type: CommandType;
  slot?: number;
  charger?: string;
  parameter?: ParameterName;
  value?: number;
}

/**
 * Stores a command, and sends it after the commit. The caller has locked the station, and for an eject has marked the
 * slot with `markEjecting`.
 */
export async function sendCommand(
  work: UnitOfWork,
  station: { id: string; boot_id: string | null },
  target: CommandTarget,
  askedBy: string,
): Promise<string> {
  const id = `operator:${randomUUID()}`;
  const expiresAt = addMs(work.now, commandLifeMs);
  await work.trx
    .insertInto('cabinet_commands')
    .values({
      id,
      station_id: station.id,
      ...target,
      state: 'sent',
      asked_by: askedBy,
      asked_at: work.now,
      expires_at: expiresAt,
      boot_id: station.boot_id,
    })
    .execute();
  await work.enqueue({ kind: sendJob, key: `send:${id}`, payload: { id } });
  await work.enqueue({
    kind: endJob,
    key: `end:${id}`,
    payload: { id },
    runAt: addMs(expiresAt, selfCheckMs),
  });
  return id;
}

/**
 * Marks the slot of a charger as ejecting, so that nobody can rent the charger meanwhile. Returns false if the charger
 * is not in the slot, or if the slot is not `occupied`, for example because a rental has reserved the charger.
 */
export async function markEjecting(
  work: UnitOfWork,
  stationId: string,
  { slot, charger }: { slot: number; charger: string },
): Promise<boolean> {
  const chargerSlot = { station_id: stationId, slot, charger };
  return (
    (await moveSlot(work, chargerSlot, 'reserve')) && (await moveSlot(work, chargerSlot, 'eject'))
  );
}

/** The chargers in the slots of a station that an operator's command can eject now, in the order of the slots. */
export async function ejectableAt(
  work: UnitOfWork,
  stationId: string,
): Promise<{ slot: number; charger: string }[]> {
  const rows = await work.trx
    .selectFrom('slots')
    .select(['slot', 'charger'])
    .where('station_id', '=', stationId)
    .where('state', '=', 'occupied')
    .orderBy('slot')
    .execute();
  return rows.flatMap(({ slot, charger }) => (charger === null ? [] : [{ slot, charger }]));
}

/**
 * Stores the first result of a command, and returns the command. A later result counts only if it replaces `unknown`.
 * Otherwise, returns null.
 */
export async function endCommand(
  work: UnitOfWork,
  id: string,
  state: Exclude<CommandRow['state'], 'sent'>,
  reason: string | null = null,
): Promise<CommandRow | null> {
  const ended = await work.trx
    .updateTable('cabinet_commands')
    .set({ state, reason, answered_at: work.now })
    .where('id', '=', id)
    .where('state', 'in', state === 'unknown' ? ['sent'] : ['sent', 'unknown'])
    .returningAll()
    .executeTakeFirst();
  return ended ?? null;
}

export function registerCommandJobs(deps: Dependencies): void {
  const { db, clock, gateway, log, outbox } = deps;
  outbox.handle(sendJob, async (payload) => {
    const { id } = CommandPayload.parse(payload);
    const command = await db
      .selectFrom('cabinet_commands')
      .innerJoin(cabinetLinks(db).as('cabinet'), 'cabinet.id', 'cabinet_commands.station_id')
      .selectAll('cabinet_commands')
      .select('cabinet.clock_offset_ms')
      .where('cabinet_commands.id', '=', id)
      .executeTakeFirstOrThrow();
    if (command.state !== 'sent' || command.expires_at <= clock.now()) return;
    try {
      await gateway.send(command.station_id, messageOf(command));
    } catch (error) {
      log.warn({ err: error, command: id }, 'sending a command failed; the server retries');
      return { againAt: addMs(clock.now(), sendAgainMs) };
    }
  });

  outbox.handle(endJob, async (payload) => {
    const { id } = CommandPayload.parse(payload);
    return transact(deps, async (work) => {
      const { station_id: stationId } = await work.trx
        .selectFrom('cabinet_commands')
        .select('station_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      // The station is locked first, as for events of the cabinet. While this job waits for the lock, an event may
      // answer the command.
      await lockStation(work, stationId);
      const command = await work.trx
        .selectFrom('cabinet_commands')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (command.state !== 'sent') return;
      // An inventory does not contain parameters.
      if (command.type !== 'setParameter') await requestInventorySoon(work, command.station_id);
      if (work.now < addMs(command.expires_at, answerMs)) {
        return { againAt: addMs(work.now, answerMs / 4), answered: true };
      }
      const { station_id, slot, charger } = command;
      if (slot !== null && charger !== null) {
        await moveSlot(work, { station_id, slot, charger }, 'unanswered');
      }
      await endCommand(work, id, 'unknown');
    });
  });
}

function messageOf(command: CommandRow & { clock_offset_ms: number | null }): CabinetCommand {
  const { id, type, slot, charger, parameter, value, expires_at } = command;
  // Convert the expiry to the time of the cabinet's clock, because the cabinet compares the expiry with this clock.
  const envelope = { id, expiresAt: cabinetTime(command, expires_at).toISOString() };
  switch (type) {
    case 'eject':
      if (slot === null || charger === null) throw new Error(`command ${id} has no charger`);
      return { ...envelope, type, slot, charger };
    case 'lock':
    case 'unlock':
      if (slot === null) throw new Error(`command ${id} has no slot`);
      return { ...envelope, type, slot };
    case 'setParameter':
      if (parameter === null || value === null) throw new Error(`command ${id} has no parameter`);
      return { ...envelope, type, name: parameter, value };
    case 'restart':
    case 'inventory':
      return { ...envelope, type };
  }
}

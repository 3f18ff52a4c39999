import { z } from 'zod';
import type { FieldSession, FieldSessionChanged } from '../../../contract/operators/chargers.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import {
  closeSession,
  insertSession,
  readSession,
  sessionAt,
} from '../cabinets/stock/fieldSessions.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { lockStation } from '../stations/liveState.ts';

const Made = z.object({ session: z.string() });

/** Opens a field session at a station. @throws {OpsError} stationNotFound, sessionOpen, keyReused. */
export function openFieldSession(
  work: UnitOfWork,
  station: string,
  act: Act,
): Promise<FieldSessionChanged> {
  return actOnce(work, { action: 'session.open', subject: station }, act, {
    async run() {
      if (!(await lockStation(work, station))) throw stationNotFound(station);
      const open = await sessionAt(work, station);
      if (open !== null) {
        const { openedBy, id } = await findSession(work.trx, open);
        throw new OpsError('sessionOpen', `${openedBy} has the session ${id} at this station.`);
      }
      const session = await insertSession(work, station, act.who);
      return { answer: { session: await findSession(work.trx, session) }, made: { session } };
    },
    again: async ({ details }) => ({
      session: await findSession(work.trx, Made.parse(details).session),
    }),
  });
}

/** Closes a field session. @throws {OpsError} sessionNotFound, keyReused. */
export function closeFieldSession(
  work: UnitOfWork,
  id: string,
  act: Act,
): Promise<FieldSessionChanged> {
  return actOnce(work, { action: 'session.close', subject: id }, act, {
    async run() {
      const before = await findSession(work.trx, id);
      await closeSession(work, id, act.who);
      const session = await findSession(work.trx, id);
      return { answer: { session }, before: factsOf(before), after: factsOf(session) };
    },
    again: async () => ({ session: await findSession(work.trx, id) }),
  });
}

/** @throws {OpsError} sessionNotFound. */
export async function findSession(db: Db | Trx, id: string): Promise<FieldSession> {
  const session = await readSession(db, id);
  if (!session) throw new OpsError('sessionNotFound', `There is no field session ${id}.`);
  return session;
}

const factsOf = ({ closedAt, chargersIn, chargersOut }: FieldSession) => ({
  closedAt,
  chargersIn: chargersIn.length,
  chargersOut: chargersOut.length,
});

export const stationNotFound = (id: string) =>
  new OpsError('stationNotFound', `There is no station ${id}.`);

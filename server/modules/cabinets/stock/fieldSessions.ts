import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FieldSession } from '../../../../contract/operators/chargers.ts';
import type { Db, Trx } from '../../../db/database.ts';
import { addMs, type UnitOfWork } from '../../../unitOfWork.ts';

/** A session that nobody closes ends after this time, so that it does not accept the chargers of strangers for ever. */
const longestSessionMs = 8 * 60 * 60_000;

/** The open session at a station; null if there is none. */
export async function sessionAt(work: UnitOfWork, stationId: string): Promise<string | null> {
  const open = await work.trx
    .selectFrom('field_sessions')
    .select('id')
    .where('station_id', '=', stationId)
    .where('closed_at', 'is', null)
    .where('opened_at', '>', addMs(work.now, -longestSessionMs))
    .executeTakeFirst();
  return open?.id ?? null;
}

/** Ends the sessions that nobody closed in time. */
export async function endOldSessions(work: UnitOfWork): Promise<void> {
  await sql`update field_sessions set closed_by = 'server',
      closed_at = opened_at + ${longestSessionMs / 1000} * interval '1 second'
    where closed_at is null and opened_at <= ${addMs(work.now, -longestSessionMs)}::timestamptz`.execute(
    work.trx,
  );
}

/** Opens a session. The caller has locked the station and checked that no session is open. */
export async function insertSession(
  work: UnitOfWork,
  stationId: string,
  openedBy: string,
): Promise<string> {
  const id = randomUUID();
  await endOldSessions(work);
  await work.trx
    .insertInto('field_sessions')
    .values({ id, station_id: stationId, opened_by: openedBy, opened_at: work.now })
    .execute();
  return id;
}

/** Closes a session. Returns false if there is no such session. Closing it again changes nothing. */
export async function closeSession(
  work: UnitOfWork,
  id: string,
  closedBy: string,
): Promise<boolean> {
  const { numUpdatedRows } = await work.trx
    .updateTable('field_sessions')
    .set(({ fn, val }) => ({
      closed_at: fn.coalesce('closed_at', val(work.now)),
      closed_by: fn.coalesce('closed_by', val(closedBy)),
    }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a charger went into or came out of the cabinet during a session. The last slot counts. */
export async function noteInSession(
  work: UnitOfWork,
  sessionId: string,
  { charger, direction, slot }: { charger: string; direction: 'in' | 'out'; slot: number },
): Promise<void> {
  await work.trx
    .insertInto('field_session_chargers')
    .values({ session_id: sessionId, charger, direction, slot, at: work.now })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'charger', 'direction']).doUpdateSet({ slot, at: work.now }),
    )
    .execute();
}

/** A session with its chargers; null if there is none. */
export async function readSession(db: Db | Trx, id: string): Promise<FieldSession | null> {
  const session = await db
    .selectFrom('field_sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!session) return null;
  const chargers = await db
    .selectFrom('field_session_chargers')
    .selectAll()
    .where('session_id', '=', id)
    .orderBy('at')
    .orderBy('charger')
    .execute();
  const moved = (wanted: 'in' | 'out') =>
    chargers.flatMap(({ direction, charger, slot, at }) =>
      direction === wanted ? [{ serial: charger, slot, at: at.toISOString() }] : [],
    );
  return {
    id,
    station: session.station_id,
    openedBy: session.opened_by,
    openedAt: session.opened_at.toISOString(),
    closedAt: session.closed_at?.toISOString() ?? null,
    chargersIn: moved('in'),
    chargersOut: moved('out'),
  };
}

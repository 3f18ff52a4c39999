import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type {
  FieldSession,
  FieldSessionList,
  FieldSessionQuery,
} from '../../../../contract/operators/chargers.ts';
import type { Reach } from '../../../../contract/operators/team.ts';
import type { Db, Trx } from '../../../db/database.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { stationsWithin } from '../../venues/stationVenues.ts';

/** An open session ends after this time, so that a forgotten session does not accept unknown chargers for ever. */
const longestSessionMs = 8 * 60 * 60_000;

/** The id of the open session at a station; null if there is none. */
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

/** Closes a session. Returns false if there is no such session. A session that has ended does not change. */
export async function closeSession(
  work: UnitOfWork,
  id: string,
  closedBy: string,
): Promise<boolean> {
  await endOldSessions(work);
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

/**
 * Records that a charger went into the cabinet or came out of it during a session. For each charger
 * and direction, only the last slot is stored.
 */
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

/**
 * A page of the sessions, the newest first. In the answer, `after` is the id after which the next page begins; null on
 * the last page. `reach` limits the sessions to the stations of an operator; null means all stations.
 */
export async function listSessions(
  db: Db,
  { station, state, after, limit }: FieldSessionQuery,
  reach: Reach | null,
  now: Date,
): Promise<FieldSessionList> {
  const isOpen = sql<boolean>`closed_at is null and opened_at > ${addMs(now, -longestSessionMs)}::timestamptz`;
  const rows = await db
    .selectFrom('field_sessions as session')
    .selectAll()
    .select(({ selectFrom }) =>
      (['in', 'out'] as const).map((direction) =>
        selectFrom('field_session_chargers')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('session_id', '=', 'session.id')
          .where('direction', '=', direction)
          .as(direction),
      ),
    )
    .$if(station !== undefined, (query) => query.where('station_id', '=', station ?? ''))
    .$if(state !== undefined, (query) =>
      query.where(state === 'open' ? isOpen : sql<boolean>`not (${isOpen})`),
    )
    .$if(reach !== null, (query) => query.where('station_id', 'in', stationsWithin(db, reach)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(opened_at, id) < (select opened_at, id from field_sessions where id = ${after ?? null})`,
      ),
    )
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const sessions = rows.slice(0, limit).map((row) => ({
    id: row.id,
    station: row.station_id,
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    closedAt: closedAtOf(row, now)?.toISOString() ?? null,
    chargersIn: row.in ?? 0,
    chargersOut: row.out ?? 0,
  }));
  return { sessions, after: rows.length > limit ? (sessions.at(-1)?.id ?? null) : null };
}

/**
 * When a session ended. A session that reached its longest time has ended, even if the server has not yet stored the
 * end.
 */
function closedAtOf(row: { opened_at: Date; closed_at: Date | null }, now: Date): Date | null {
  const latest = addMs(row.opened_at, longestSessionMs);
  return row.closed_at ?? (latest <= now ? latest : null);
}

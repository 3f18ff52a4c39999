import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { addMs } from '../../../db/unitOfWork.ts';

/**
 * Commands and field sessions are kept as long as the events of cabinets, because the evidence against a chargeback may
 * need them.
 */
const fieldWorkKeptMs = 540 * 24 * 60 * 60_000;

/** Deletes old commands of operators and old field sessions. The record of operators stays. */
export async function dropOldFieldWork(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -fieldWorkKeptMs);
  await sql`delete from cabinet_commands where asked_at < ${before} and state <> 'sent'`.execute(
    db,
  );
  await sql`delete from field_session_chargers where session_id in
    (select id from field_sessions where closed_at < ${before})`.execute(db);
  await sql`delete from field_sessions where closed_at < ${before}`.execute(db);
}

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** The card number that riders type into a wrong field by mistake. */
export const typedCardNumber = '4242424242424242';

/** Returns whether the database allows a change of an entry of the ledger. */
export async function canChangeLedger(db: Db): Promise<boolean> {
  const change = db.transaction().execute(async (trx) => {
    await sql`update ledger_entries set amount = amount + 1`.execute(trx);
    throw new RolledBackError();
  });
  return change.catch((error: unknown) => error instanceof RolledBackError);
}

class RolledBackError extends Error {}

/** Returns how many of these sessions the database stores as plain text. */
export async function countPlain(db: Db, sessions: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id_hash: string }>`select id_hash from sessions
    where id_hash = any(${sessions}::text[])`.execute(db);
  return rows.length;
}

/** Searches the logs of the processes for personal data and secrets. */
export async function searchLogs(
  folder: string,
  sessions: readonly string[],
): Promise<{ file: string; what: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.log'));
  const found = await Promise.all(
    files.map(async (file) => {
      const log = await readFile(path.join(folder, file), 'utf8');
      return [
        ...(log.includes(typedCardNumber) ? [{ file, what: 'a card number' }] : []),
        // The phone numbers of all riders in the run have this form.
        ...(/\+12122\d{6}/.test(log) ? [{ file, what: 'a phone number' }] : []),
        ...(sessions.some((session) => log.includes(session)) ? [{ file, what: 'a session' }] : []),
      ];
    }),
  );
  return found.flat();
}

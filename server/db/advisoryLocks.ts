import { sql } from 'kysely';
import type { Trx } from './database.ts';

/**
 * The number of each kind of lock. Two kinds may share a number: their locks wait for each other only if the locked
 * texts are also equal. Never change a number of a released version, because servers of that version still use the
 * number during a deploy.
 */
export const lockNumbers = {
  codeAddress: 0,
  tickets: 0,
  identity: 1,
  wrongGuesses: 2,
  moneyCalls: 3,
  invite: 3,
  rewardedPerson: 4,
  ejectCard: 5,
  hostContact: 5,
  guestBrowser: 6,
  operatorAct: 8,
  callerIdentifier: 9,
  operatorPayouts: 10,
  operatorAccount: 11,
} as const;

/**
 * Waits until no other transaction holds the lock for this kind and text. `trx` then holds the lock until `trx` ends.
 */
export async function lockText(
  trx: Trx,
  kind: keyof typeof lockNumbers,
  text: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, ${lockNumbers[kind]}))`.execute(
    trx,
  );
}

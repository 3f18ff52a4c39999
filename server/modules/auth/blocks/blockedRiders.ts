import type { Db, Trx } from '../../../db/database.ts';
import type { Settings } from '../../../settings/settings.ts';
import { identifiersOf, refuseBlockedIdentifiers, type Caller } from './blocks.ts';

type Secret = Pick<Settings, 'codeSecret'>;

/**
 * Refuses a rider or guest whose account, phone, browser or card an operator has blocked. Call this function before a
 * hold, a charge or a reservation, in the same transaction.
 *
 * @param card the fingerprint of the card that pays; empty if no card pays, or if the fingerprint is unknown.
 * @throws {ProblemError} accountBlocked.
 */
export async function refuseBlocked(
  trx: Trx,
  settings: Secret,
  userId: string,
  card = '',
): Promise<void> {
  const caller = { ...(await callerOf(trx, userId)), cards: [card] };
  await refuseBlockedIdentifiers(trx, await identifiersOf(trx, settings, caller));
}

/** Refuses a payment with a card that an operator has blocked. @throws {ProblemError} accountBlocked. */
export async function refuseBlockedCard(trx: Trx, settings: Secret, card: string): Promise<void> {
  await refuseBlockedIdentifiers(trx, await identifiersOf(trx, settings, { cards: [card] }));
}

/** Refuses a phone that an operator has blocked. Never refuses null. @throws {ProblemError} accountBlocked. */
export async function refuseBlockedPhone(
  trx: Trx,
  settings: Secret,
  phone: string | null,
): Promise<void> {
  await refuseBlockedIdentifiers(trx, await identifiersOf(trx, settings, { phone }));
}

/** The caller's data for `identifiersOf`, except for the cards. */
async function callerOf(db: Db | Trx, userId: string): Promise<Caller> {
  const { phone, guest_device: device } = await db
    .selectFrom('users')
    .select(['phone', 'guest_device'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { account: userId, phone, device };
}

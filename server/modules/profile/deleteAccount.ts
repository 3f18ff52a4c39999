import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { transact, type Work } from '../../work.ts';
import { lockUser, makeInviteCode } from '../auth/users.ts';
import { detachCards } from '../payments/detachCards.ts';
import { isInFlight } from '../payments/machine.ts';
import { openStates } from '../rental/machine.ts';
import { forfeitWallet } from '../wallet/credits.ts';

/**
 * Deletes what is personal of a rider, at once and for good. Orders and their bookings stay, with a
 * rider of whom nothing is known but a number. What is left of their GoCash is forfeited.
 *
 * @throws {ProblemError} `ongoingOrder`, `unpaidOrder`, `holdOpen`.
 */
export async function deleteAccount(deps: Dependencies, userId: string): Promise<void> {
  const ended = await transact(deps, async (work) => {
    await lockProofs(work, userId);
    // From here on no rental, session or card of the rider can begin; those that did are seen below.
    await lockUser(work.trx, userId);
    await refuseUnfinished(work, userId);

    const sessions = await work.trx
      .updateTable('sessions')
      .set({ state: 'revoked', ended_at: work.now })
      .where('user_id', '=', userId)
      .where('state', '=', 'active')
      .returning('id_hash')
      .execute();
    await work.trx
      .updateTable('sessions')
      .set({ device: '' })
      .where('user_id', '=', userId)
      .execute();
    await detachCards(work, userId);
    await forfeitWallet(work, userId);
    await work.trx.deleteFrom('one_time_codes').where('id', 'in', codesOf(work, userId)).execute();
    for (const table of personalTables) {
      await work.trx.deleteFrom(table).where('user_id', '=', userId).execute();
    }
    await work.trx
      .updateTable('users')
      .set({
        phone: null,
        name: null,
        email: null,
        email_confirmed_at: null,
        birth_date: null,
        invite_code: makeInviteCode(),
        deleted_at: work.now,
      })
      .where('id', '=', userId)
      .execute();
    return sessions;
  });
  for (const session of ended) deps.changes.emit('session', session.id_hash);
}

const personalTables = [
  'user_photos',
  'identities',
  'social_attempts',
  'contact_changes',
  'idempotency_keys',
  'notifications',
  'notification_settings',
  'push_subscriptions',
  'support_reports',
  'watches',
] as const;

/**
 * What a rider may be answering right now. It is taken before the user's row, as whoever answers
 * takes it: two who wait for each other wait for long.
 */
async function lockProofs(work: Work, userId: string): Promise<void> {
  await codesOf(work, userId).orderBy('id').forUpdate().execute();
  await work.trx
    .selectFrom('social_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Texted to a rider, to sign in or to a new phone. */
function codesOf({ trx }: Work, userId: string) {
  return trx
    .selectFrom('one_time_codes')
    .select('id')
    .where((or) =>
      or.or([
        or('phone', '=', or.selectFrom('users').select('phone').where('id', '=', userId)),
        or('user_id', '=', userId),
      ]),
    );
}

async function refuseUnfinished(work: Work, userId: string): Promise<void> {
  const rentals = await work.trx
    .selectFrom('rentals')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('state', 'in', [...openStates, 'settling', 'unpaid', 'paying'])
    .execute();
  const open: readonly string[] = openStates;
  const ongoing = rentals.find(({ state }) => open.includes(state));
  if (ongoing) throw new ProblemError('ongoingOrder', { orderId: ongoing.id });
  const unpaid = rentals.find(({ state }) => state !== 'settling');
  if (unpaid) throw new ProblemError('unpaidOrder', { orderId: unpaid.id });
  if (rentals.length > 0) throw new ProblemError('holdOpen');
  const payments = await work.trx
    .selectFrom('payments')
    .select('state')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  if (payments.some(({ state }) => state === 'authorized' || isInFlight(state))) {
    throw new ProblemError('holdOpen');
  }
}

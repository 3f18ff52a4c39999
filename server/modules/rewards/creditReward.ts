import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { findUser } from '../auth/users.ts';
import { paymentAmounts } from '../payments/paymentQueries.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';
import { creditWallet } from '../wallet/credits.ts';
import { gotRewardAsOther, storePerson } from './rewardedPersons.ts';

export interface Reward {
  userId: string;
  currency: string;
  amount: number;
  reason: 'referralReward' | 'campaign';
  /** The key of the booking that credits the reward. */
  key: string;
}

export const releaseKind = 'rewards.release';
/**
 * The delay of a second check. A payment that ran at the same time as the new reward is committed before this check.
 */
const secondLookMs = 60_000;

/**
 * Credits a reward as a bonus. With the setting `rewards.needProof`, a rider needs a verified phone
 * or a paid rental. Otherwise the reward stays pending: the reward is not a part of the wallet,
 * and the rider cannot spend it yet. With this setting, the server also refuses the reward if the
 * same person got a reward with another account. The caller must have locked the rider.
 */
export async function creditReward(
  work: UnitOfWork,
  settings: Pick<Settings, 'codeSecret' | 'rewards'>,
  { userId, currency, amount, reason, key }: Reward,
): Promise<'credited' | 'pending' | 'refused'> {
  const isFree = !settings.rewards.needProof || (await isProven(work.trx, userId));
  const isRefused = await isRefusedReward(work.trx, settings, userId);
  if (isFree && !isRefused) {
    await storePerson(work.trx, settings, userId);
    await creditWallet(work, { userId, currency, topUp: 0, bonus: amount, reason, key });
    return 'credited';
  }
  await work.trx
    .insertInto('pending_rewards')
    .values({
      key,
      user_id: userId,
      currency,
      amount,
      reason,
      created_at: work.now,
      ...(isRefused ? { state: 'refused', ended_at: work.now } : { state: 'pending' }),
    })
    .execute();
  if (isRefused) return 'refused';
  await planRelease(work, userId, key, addMs(work.now, secondLookMs));
  return 'pending';
}

/**
 * Whether the server would refuse a reward at once: the setting `rewards.needProof` is on, the
 * rider has a verified phone or a paid rental (`isProven`), and the same person got a reward with
 * another account.
 */
export async function isRefusedReward(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret' | 'rewards'>,
  userId: string,
): Promise<boolean> {
  if (!settings.rewards.needProof || !(await isProven(trx, userId))) return false;
  return gotRewardAsOther(trx, settings, userId);
}

/**
 * Enqueues a job that releases the rider's pending rewards, if the rider has a verified phone or a paid rental
 * (`isProven`) when the job runs. Does nothing if no reward is pending.
 *
 * @param cause a part of the job's key, so that the same cause enqueues the job only once.
 */
export async function planRelease(
  work: UnitOfWork,
  userId: string,
  cause: string,
  runAt: Date = work.now,
): Promise<void> {
  const pending = await work.trx
    .selectFrom('pending_rewards')
    .select('key')
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (!pending) return;
  await work.enqueue({
    kind: releaseKind,
    key: `${releaseKind}:${cause}`,
    payload: { userId },
    runAt,
  });
}

/** Whether the rider has a verified phone, or has paid a rental or a loss with a payment method, not with GoCash. */
export async function isProven(db: Db | Trx, userId: string): Promise<boolean> {
  const { phone } = await findUser(db, userId);
  if (phone !== null) return true;
  const paid = await db
    .selectFrom(paymentAmounts(db).as('payment'))
    .innerJoin(rentalStates(db).as('rental'), 'rental.id', 'payment.rental_id')
    .select('payment.id')
    .where('payment.user_id', '=', userId)
    .where('payment.source', '=', 'provider')
    .where((of) =>
      of.or([
        of('rental.state', '=', 'complete'),
        of.and([of('rental.state', '=', 'lost'), isPaidInFull(db)]),
      ]),
    )
    .where(sql<boolean>`payment.captured > payment.refunded`)
    .executeTakeFirst();
  return paid !== undefined;
}

/**
 * A loss is charged in two parts. The rental stays `lost` between the two charges and afterwards, so its
 * state does not show whether it is paid.
 */
function isPaidInFull(db: Db | Trx) {
  return sql<boolean>`rental.total <= (select sum(captured - refunded)
    from ${paymentAmounts(db)} as part where part.rental_id = rental.id)`;
}

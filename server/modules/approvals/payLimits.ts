import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { lockText } from '../../db/advisoryLocks.ts';
import type { Db } from '../../db/database.ts';
import type { PayLimits } from '../../settings/payLimits.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { requireFreshFactor, type ProvenAct } from '../operators/guard.ts';

/**
 * The error for an act that one operator may not perform alone: its amount or the sum of payouts is above a limit, or
 * its currency is not the currency of the limits. The caller requests an approval in a new transaction.
 */
export class SecondOperatorNeeded extends Error {
  override readonly name = 'SecondOperatorNeeded';
  readonly amount: number;
  readonly currency: string;

  constructor(amount: number, currency: string) {
    super(`${amount} ${currency} needs a second operator`);
    this.amount = amount;
    this.currency = currency;
  }
}

export interface Payout {
  /** What gets the amount, such as `order:{number}`: an order, a payment, a rider or a new promotion. */
  subject: string;
  currency: string;
  amount: number;
  /**
   * Earlier payouts to the subject count only if they are not older than this. By default, all
   * stored payouts count.
   */
  withinMs?: number;
}

/** Who pays. `limits` is null for an act that a second operator has approved, and for the simulated operator. */
export interface Payer extends Pick<ProvenAct, 'who' | 'hasOwnKey'> {
  limits: PayLimits | null;
}

export const payerOf = ({ who, hasOwnKey }: ProvenAct, limits: PayLimits | null): Payer => ({
  who,
  hasOwnKey,
  limits,
});

/** The payer of an approved act. Only an operator with a proven name can request an approval. */
export const approvedPayer = (who: string): Payer => ({ who, hasOwnKey: true, limits: null });

/**
 * The name under which an operator's payouts are added up. All callers with the key of the server share one name,
 * because the server cannot prove the names that they state. No operator can have this shared name.
 */
const accountOf = ({ who, hasOwnKey }: Payer) => (hasOwnKey ? who : '(key of the server)');

const dayMs = 24 * 60 * 60_000;

/**
 * Makes the payouts of an operator run one after the other, because two concurrent payouts could together exceed a
 * limit. The caller locks the order, the top-up or the rider before this call, and the wallet after this call.
 */
export async function lockPayouts({ trx }: UnitOfWork, payer: Payer): Promise<void> {
  const account = accountOf(payer).toLowerCase();
  await lockText(trx, 'operatorPayouts', account);
}

/**
 * Counts a payout of an act. The caller has locked the subject and the payouts of the operator. One limit is for the
 * sum of the payouts to the subject (see `withinMs`). The other is for the sum of this operator's payouts within the
 * last 24 hours. Because the limits are for sums, several small payouts cannot exceed them. Payouts that a second
 * operator approved do not count.
 *
 * @throws {SecondOperatorNeeded} if a sum is above its limit, or if the amount is in another currency than the limits.
 */
export async function countPayout(
  { trx, now }: UnitOfWork,
  payer: Payer,
  { subject, currency, amount, withinMs }: Payout,
): Promise<void> {
  if (amount <= 0) return;
  const { limits } = payer;
  const who = accountOf(payer);
  if (limits) {
    const since = withinMs === undefined ? new Date(0) : addMs(now, -withinMs);
    const sums = await trx
      .selectFrom('operator_payouts')
      .select([
        sql<number>`coalesce(sum(amount) filter (where subject = ${subject}
          and paid_at > ${since}), 0)::float8`.as('ofSubject'),
        sql<number>`coalesce(sum(amount) filter (where lower(who) = lower(${who})
          and paid_at > ${addMs(now, -dayMs)}), 0)::float8`.as('ofOperator'),
      ])
      .where('approved', '=', false)
      .where('currency', '=', currency)
      .where((of) =>
        of.or([
          of('subject', '=', subject),
          of.and([
            of(sql`lower(who)`, '=', who.toLowerCase()),
            of('paid_at', '>', addMs(now, -dayMs)),
          ]),
        ]),
      )
      .executeTakeFirstOrThrow();
    const isAbove =
      currency !== limits.currency ||
      sums.ofSubject + amount > limits.once ||
      sums.ofOperator + amount > limits.perDay;
    if (isAbove) throw new SecondOperatorNeeded(amount, currency);
  }
  await trx
    .insertInto('operator_payouts')
    .values({ who, subject, currency, amount, paid_at: now, approved: limits === null })
    .execute();
}

/**
 * Runs an act. If the act throws `SecondOperatorNeeded`, its transaction rolls back, and `ask` requests an approval
 * instead. The request needs a fresh second factor.
 *
 * @throws {OpsError} stepUpNeeded.
 */
export function orRequest<T>(
  deps: Parameters<typeof transact>[0],
  request: FastifyRequest,
  act: (work: UnitOfWork) => Promise<T>,
  ask: (work: UnitOfWork, needed: SecondOperatorNeeded) => Promise<T>,
): Promise<T> {
  return transact(deps, act).catch((error: unknown) => {
    if (!(error instanceof SecondOperatorNeeded)) throw error;
    requireFreshFactor(request);
    return transact(deps, (work) => ask(work, error));
  });
}

/** How long the server keeps payouts for the limits. */
const payoutsKeptMs = 540 * dayMs;

export async function dropOldPayouts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('operator_payouts')
    .where('paid_at', '<', addMs(now, -payoutsKeptMs))
    .execute();
}

/**
 * Checks an amount that an act puts at risk without paying it. An example is the amount of a chargeback whose freeze
 * ends.
 *
 * @throws {SecondOperatorNeeded} if the amount is above `limits.once`, or is in another currency than the limits.
 */
export function checkRisk(
  { limits }: Pick<Payer, 'limits'>,
  { amount, currency }: { amount: number; currency: string },
): void {
  if (limits && (currency !== limits.currency || amount > limits.once)) {
    throw new SecondOperatorNeeded(amount, currency);
  }
}

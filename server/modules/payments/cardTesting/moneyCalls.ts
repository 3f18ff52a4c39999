import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { lockText } from '../../../db/advisoryLocks.ts';
import { inTransaction, type Db, type Trx } from '../../../db/database.ts';
import type { MoneyAction } from '../../../db/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { callerNetwork, networksPerSite, siteOf } from '../../../http/limits/networks.ts';
import { hashOf, idempotencyKeyOf } from '../../../http/requests/idempotency.ts';
import { ProblemError } from '../../../http/problem.ts';
import { sessionOf } from '../../auth/guard.ts';
import { addMs } from '../../../db/unitOfWork.ts';
import { hasPaidWith } from './hasPaidWith.ts';
import { countedMs, refusePaused } from './pauses.ts';

/**
 * The maximum numbers of calls with the same action per hour: about one order, of one session, and of one account. A
 * session has a lower limit than its account, because the session may be stolen.
 */
const limits: Record<MoneyAction, { order?: number; session: number; account: number }> = {
  setUp: { session: 30, account: 40 },
  addCard: { session: 15, account: 20 },
  pay: { order: 10, session: 20, account: 30 },
  topUp: { session: 15, account: 20 },
  rent: { session: 40, account: 60 },
  notEjected: { order: 5, session: 15, account: 20 },
};

export interface MoneyCall {
  action: MoneyAction;
  orderId?: string;
  /** The payment method that the call charges. It is null for a call without a card. */
  methodId?: string | null;
}

/**
 * Counts a call of one of the actions in `limits`, such as a payment or the addition of a card, before the call has an
 * effect. Repeated requests with the same idempotency key count once. The count includes a call that fails later, but
 * not a call that this function refuses. Returns the id of the call.
 *
 * @throws {ProblemError} `tooManyRequests`; `cardsPaused` for a new card while new cards are paused;
 * `idempotencyKeyRequired`.
 */
export async function countMoneyCall(
  deps: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  request: FastifyRequest,
  { action, orderId, methodId }: MoneyCall,
): Promise<string> {
  const { userId, idHash: session } = sessionOf(request);
  const { cardLimits } = deps.settings;
  const now = deps.clock.now();
  const id = digest(`${userId}\n${idempotencyKeyOf(request)}\n${hashOf(request)}`);
  const caller = callerNetwork(request.ip);
  const network = digest(caller);
  const siteNetwork = siteOf(caller);
  const site = siteNetwork === null ? null : digest(siteNetwork);
  const card = methodId ? await findCard(deps.db, userId, methodId) : null;
  await inTransaction(deps.db, async (trx) => {
    await queueFor(trx, [
      `network:${network}`,
      ...(site === null ? [] : [`site:${site}`]),
      `user:${userId}`,
      ...(card ? [`card:${card.fingerprint}`] : []),
    ]);
    if (await isCounted(trx, id)) return;
    const isNewCard = card ? !card.hasPaid : action === 'setUp' || action === 'addCard';
    if (isNewCard) await refusePaused(trx, { userId, network, site }, now);
    const limit = limits[action];
    const calls = trx
      .selectFrom('money_calls')
      .where('called_at', '>', addMs(now, -countedMs))
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.min<Date | null>('called_at').as('first'),
      ]);
    const own = calls.where('user_id', '=', userId).where('action', '=', action);
    await refuseAbove(limit.account, own, now);
    await refuseAbove(limit.session, own.where('session', '=', session), now);
    if (orderId !== undefined && limit.order !== undefined) {
      await refuseAbove(limit.order, own.where('order_id', '=', orderId), now);
    }
    // The limit of the network address does not apply to a card that has paid before. Otherwise strangers at the same
    // address could prevent payments with this card.
    if (isNewCard || action === 'notEjected') {
      const { callsPerAddress } = cardLimits;
      await refuseAbove(callsPerAddress, calls.where('network', '=', network), now);
      if (site !== null) {
        const ofSite = calls.where('site', '=', site);
        await refuseAbove(callsPerAddress * networksPerSite, ofSite, now);
      }
    }
    if (card) {
      const ofCard = calls.where('fingerprint', '=', card.fingerprint);
      // If a card has paid before, the additions of this card do not count against its limit. Otherwise strangers who
      // add the card's number could prevent its owner from paying.
      const charges = card.hasPaid ? ofCard.where('action', '<>', 'addCard') : ofCard;
      await refuseAbove(cardLimits.callsPerCard, charges, now);
    }
    await trx
      .insertInto('money_calls')
      .values({
        id,
        action,
        user_id: userId,
        session,
        network,
        site,
        order_id: orderId ?? null,
        fingerprint: card?.fingerprint ?? null,
        called_at: now,
      })
      .execute();
  });
  return id;
}

interface Counts {
  executeTakeFirstOrThrow(): Promise<{ count: number; first: Date | null }>;
}

async function refuseAbove(limit: number, calls: Counts, now: Date): Promise<void> {
  const { count, first } = await calls.executeTakeFirstOrThrow();
  if (count < limit) return;
  const freeAt = (first ?? now).getTime() + countedMs;
  const retryAfter = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
  throw new ProblemError('tooManyRequests', { retryAfter });
}

async function isCounted(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('money_calls')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Finds the card of a call. Returns null for a card that the rider does not have; the call itself refuses such a card.
 */
async function findCard(
  db: Db,
  userId: string,
  methodId: string,
): Promise<{ fingerprint: string; hasPaid: boolean } | null> {
  const method = await db
    .selectFrom('payment_methods')
    .select('fingerprint')
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!method) return null;
  const { fingerprint } = method;
  return { fingerprint, hasPaid: await hasPaidWith(db, userId, fingerprint) };
}

/**
 * Runs concurrent calls with the same network, account or card one after the other, so that each call sees the calls
 * before it. The fixed order of the locks prevents deadlocks.
 */
async function queueFor(trx: Trx, whose: readonly string[]): Promise<void> {
  for (const one of whose.toSorted()) {
    await lockText(trx, 'moneyCalls', one);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

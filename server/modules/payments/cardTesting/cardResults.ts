import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import type { PaymentRow } from '../moves.ts';
import { countedMs, pauseCardTesting } from './pauses.ts';

type Deps = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log' | 'settings'>;

/**
 * Stores the result of the call `callId` that added a card: the card's fingerprint, or null if the provider refused the
 * card. Pauses new cards for the account or its network if their calls now show the pattern of card testing.
 *
 * @throws {ProblemError} `tooManyRequests` if there are too many calls with the same card within an hour.
 */
export async function recordAddedCard(
  deps: Deps,
  callId: string,
  fingerprint: string | null,
): Promise<void> {
  const isTooMany = await transact(deps, async (work) => {
    const call = await work.trx
      .updateTable('money_calls')
      .set({ fingerprint, declined: fingerprint === null })
      .where('id', '=', callId)
      .returning(['user_id as userId', 'network', 'site'])
      .executeTakeFirst();
    // A call of an earlier request may be missing, because calls are deleted after a day.
    if (!call) return false;
    await pauseCardTesting(work, deps.settings, call);
    if (fingerprint === null) return false;
    const { count } = await work.trx
      .selectFrom('money_calls')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('fingerprint', '=', fingerprint)
      .where('called_at', '>', addMs(work.now, -countedMs))
      .executeTakeFirstOrThrow();
    return count > deps.settings.cardLimits.callsPerCard;
  });
  if (isTooMany) throw new ProblemError('tooManyRequests', { retryAfter: countedMs / 1000 });
}

/**
 * Handles a declined payment. Finds the rider's newest call of the last hour that charges the card of the payment and
 * is not marked yet, and marks the call as declined. Then pauses new cards for the account or its network if their
 * calls show the pattern of card testing. Without such a call, stores nothing, because the decline of an automatic
 * charge is no sign of card testing.
 */
export async function recordDecline(
  work: UnitOfWork,
  settings: Dependencies['settings'],
  { user_id, payment_method_id }: PaymentRow,
): Promise<void> {
  if (payment_method_id === null) return;
  const call = await work.trx
    .updateTable('money_calls')
    .set({ declined: true })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('money_calls as calls')
        .innerJoin('payment_methods', 'payment_methods.fingerprint', 'calls.fingerprint')
        .select('calls.id')
        .where('calls.user_id', '=', user_id)
        .where('payment_methods.id', '=', payment_method_id)
        .where('calls.action', 'in', ['pay', 'topUp', 'rent'])
        .where('calls.called_at', '>', addMs(work.now, -countedMs))
        .where('calls.declined', '=', false)
        .orderBy('calls.called_at', 'desc')
        .limit(1),
    )
    .returning(['user_id as userId', 'network', 'site'])
    .executeTakeFirst();
  if (call) await pauseCardTesting(work, settings, call);
}

import type { z } from 'zod';
import type {
  ChargebackList,
  ChargebackQuery,
  ChargebackShown,
  FreezeLifted,
} from '../../../contract/operators/chargebacks.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { chargebackById, chargebacksForOperators } from '../chargebacks/chargebackQueries.ts';
import { freezing } from '../chargebacks/freeze.ts';
import { FreezeError, liftFreeze } from '../chargebacks/liftFreeze.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { DeskError } from './deskError.ts';

/** @throws {ProblemError} invalidInput for a cursor that the server did not create. */
export async function listChargebacks(
  db: Db,
  { state, cursor, limit }: z.output<typeof ChargebackQuery>,
): Promise<ChargebackList> {
  const after = cursor === undefined ? undefined : readCursor('chargebacks', cursor);
  const isUndecided = state === 'undecided';
  const rows = await chargebacksForOperators(db, { isUndecided, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    chargebacks: shown.map(present),
    nextCursor:
      rows.length > limit && last
        ? writeCursor('chargebacks', { at: last.created_at, id: last.id })
        : null,
  };
}

/**
 * Lifts the freeze that a chargeback put on its rider's account, once for each idempotency key. The case of the
 * chargeback may be open or closed. A freeze that was lifted before does not change.
 *
 * @param providerId the id of the chargeback at the payment provider.
 * @throws {OpsError} chargebackNotFound, keyReused.
 */
export function liftOnce(work: UnitOfWork, providerId: string, act: Act): Promise<FreezeLifted> {
  return actOnce(work, { action: 'chargeback.lift', subject: providerId }, act, {
    async run() {
      const { id, isRepeated } = await lift(work, providerId);
      const chargeback = present(await chargebackById(work.trx, id));
      const { liftedAt } = chargeback;
      return {
        answer: { chargeback },
        before: { liftedAt: isRepeated ? liftedAt : null },
        after: { liftedAt },
      };
    },
    async again() {
      const { id } = await lift(work, providerId);
      return { chargeback: present(await chargebackById(work.trx, id)) };
    },
  });
}

async function lift(work: UnitOfWork, providerId: string) {
  try {
    return await liftFreeze(work, providerId);
  } catch (error) {
    if (!(error instanceof FreezeError)) throw error;
    throw new DeskError('chargebackNotFound', error.message);
  }
}

function present(row: Awaited<ReturnType<typeof chargebackById>>): ChargebackShown {
  const { provider_id, state, reason, amount, currency, rider, order } = row;
  return {
    id: provider_id,
    state,
    reason,
    amount: { amount, currency },
    rider,
    order,
    openedAt: row.created_at.toISOString(),
    dueAt: row.due_by?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    frozen: freezing.includes(state) && row.lifted_at === null,
    liftedAt: row.lifted_at?.toISOString() ?? null,
  };
}

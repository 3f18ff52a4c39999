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
import { operatorActionOf, recordOperatorAction } from '../audit/operatorActions.ts';
import { chargebackById, chargebacksForOperators } from '../chargebacks/chargebackQueries.ts';
import { freezing } from '../chargebacks/freeze.ts';
import { FreezeError, liftFreeze } from '../chargebacks/liftFreeze.ts';
import type { Act } from '../operators/guard.ts';
import { DeskError } from './deskError.ts';

const action = 'chargeback.lift';

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
 * Lifts the freeze that a chargeback put on its rider's account, whether its case is open or closed. A freeze that was
 * lifted before does not change, and gets no second entry in the record of operators.
 *
 * @param providerId the id of the chargeback at the payment provider.
 * @throws {DeskError} chargebackNotFound, keyReused.
 */
export async function liftOnce(
  work: UnitOfWork,
  providerId: string,
  { who, why, key }: Act,
): Promise<FreezeLifted> {
  const before = await operatorActionOf(work, key);
  if (before && (before.action !== action || before.subject !== providerId)) {
    throw new DeskError('keyReused', 'This idempotency key was used for another act.');
  }
  const { id, isRepeated } = await lift(work, providerId);
  if (!isRepeated) {
    await recordOperatorAction(work, {
      action,
      subject: providerId,
      who,
      why,
      key,
      before: { liftedAt: null },
      after: { liftedAt: work.now.toISOString() },
    });
  }
  return { chargeback: present(await chargebackById(work.trx, id)), repeated: isRepeated };
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

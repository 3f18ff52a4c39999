import type { RiderData } from '../../../contract/profile.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { transact } from '../../db/unitOfWork.ts';
import { sendDeletionMessage } from '../accountChanges/sendMessage.ts';
import type { UserRow } from '../auth/users.ts';
import { actOnce, shownAgainMs } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { collectData } from '../profile/collectData.ts';
import { eraseOnRequest } from '../profile/deleteAccount.ts';
import { rowOf } from './findRiders.ts';

/**
 * All stored data about a rider who asked the operator for these data. The export adds an entry to the record of
 * operators.
 *
 * @throws {OpsError} riderNotFound, keyReused. {ProblemError} tooManyRequests.
 */
export async function exportRider(
  deps: Dependencies,
  number: string,
  act: Act,
): Promise<RiderData> {
  const { id } = await transact(deps, (work) =>
    actOnce(work, { action: 'rider.export', subject: number }, act, {
      run: async () => ({ answer: { id: (await rowOf(work.trx, number)).id } }),
      again: async () => ({ id: (await rowOf(work.trx, number)).id }),
      againWithinMs: shownAgainMs,
    }),
  );
  return collectData(deps, id);
}

/**
 * Deletes the personal data of a rider who asked the operator to do so, even if the rider is blocked. Blocks stay.
 *
 * @throws {OpsError} riderNotFound, keyReused; riderNotPossible while an order, a payment or a chargeback is open, and
 * for a deleted account.
 */
export async function eraseRiderOnRequest(
  deps: Dependencies,
  number: string,
  act: Act,
): Promise<{ number: string; repeated: boolean }> {
  let erased: UserRow | null = null;
  const done = await transact(deps, (work) =>
    actOnce(work, { action: 'rider.erase', subject: number }, act, {
      async run() {
        const { id, deleted_at } = await rowOf(work.trx, number);
        if (deleted_at) {
          throw new OpsError('riderNotPossible', `Rider ${number} deleted the account.`);
        }
        erased = await eraseOnRequest(work, deps.settings, id).catch((error: unknown) => {
          if (!(error instanceof ProblemError)) throw error;
          const detail = `Rider ${number} cannot be erased yet: ${error.code}.`;
          throw new OpsError('riderNotPossible', detail);
        });
        return { answer: { number } };
      },
      again: async () => ({ number }),
    }),
  );
  if (erased) await sendDeletionMessage(deps, erased);
  return done;
}

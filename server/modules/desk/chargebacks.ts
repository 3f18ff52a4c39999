import type { z } from 'zod';
import type {
  ChargebackList,
  ChargebackQuery,
  ChargebackShown,
  FreezeLifted,
} from '../../../contract/operators/chargebacks.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { chargebackById, chargebacksForOperators } from '../chargebacks/chargebackQueries.ts';
import { freezing } from '../chargebacks/freeze.ts';
import { liftFreeze, lockChargeback } from '../chargebacks/liftFreeze.ts';
import { approvalIn, requestApproval, type ApprovableActs } from '../approvals/approvals.ts';
import { checkRisk, type SecondOperatorNeeded } from '../approvals/payLimits.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act, ProvenAct } from '../operators/guard.ts';
import type { PayLimits } from '../../settings/payLimits.ts';
import { DeskError } from './deskError.ts';

const action = 'chargeback.lift';

/** @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list. */
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
 * chargeback may be open or closed. If the freeze is already lifted, the call changes nothing.
 *
 * @param providerId the id of the chargeback at the payment provider.
 * @throws {OpsError} chargebackNotFound, keyReused.
 * @throws {SecondOperatorNeeded} if the amount of the chargeback is above the limit of one operator. See `requestLift`.
 */
export function liftOnce(
  work: UnitOfWork,
  providerId: string,
  act: Act,
  limits: PayLimits,
): Promise<FreezeLifted> {
  return actOnce(work, { action, subject: providerId }, act, {
    async run() {
      const { chargeback, isRepeated, before, after } = await lift(work, providerId);
      if (!isRepeated) checkRisk({ limits }, chargeback.amount);
      return { answer: { chargeback, approval: null }, before, after };
    },
    again: ({ details }) => liftedAgain(work, providerId, details),
  });
}

/**
 * Requests that a second operator approves the lifting of a freeze.
 *
 * @throws {OpsError} chargebackNotFound, approvalPending, ownKeyNeeded, keyReused.
 */
export function requestLift(
  work: UnitOfWork,
  providerId: string,
  act: ProvenAct,
  { amount, currency }: SecondOperatorNeeded,
): Promise<FreezeLifted> {
  return actOnce(work, { action, subject: providerId }, act, {
    async run() {
      const row = await chargebackByProviderId(work, providerId);
      const request = { pays: { amount, currency } };
      const asked = { action, subject: providerId, request, isSingle: true };
      const approval = await requestApproval(work, asked, act);
      const answer = { chargeback: present(row), approval };
      return { answer, made: { approval: approval.id } };
    },
    again: ({ details }) => liftedAgain(work, providerId, details),
  });
}

/** How the lifting of a freeze is performed after a second operator has approved it. */
export const approvableLifts: ApprovableActs = {
  [action]: {
    roles: ['finance'],
    stations: 'none',
    async perform(work, { subject }) {
      const { before, after } = await lift(work, subject);
      return { before, after };
    },
  },
};

async function liftedAgain(
  work: UnitOfWork,
  providerId: string,
  details: unknown,
): Promise<Omit<FreezeLifted, 'repeated'>> {
  return {
    chargeback: present(await chargebackByProviderId(work, providerId)),
    approval: await approvalIn(work, details),
  };
}

/** Reads and locks a chargeback. @throws {DeskError} chargebackNotFound. */
async function chargebackByProviderId(work: UnitOfWork, providerId: string) {
  const id = await lockChargeback(work, providerId);
  if (id === null) {
    throw new DeskError('chargebackNotFound', `There is no chargeback ${providerId}.`);
  }
  return chargebackById(work.trx, id);
}

/** Lifts a freeze. @throws {DeskError} chargebackNotFound. */
async function lift(work: UnitOfWork, providerId: string) {
  const before = present(await chargebackByProviderId(work, providerId));
  const { id, isRepeated } = await liftFreeze(work, providerId);
  const chargeback = present(await chargebackById(work.trx, id));
  return {
    chargeback,
    isRepeated,
    before: { liftedAt: before.liftedAt },
    after: { liftedAt: chargeback.liftedAt },
  };
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

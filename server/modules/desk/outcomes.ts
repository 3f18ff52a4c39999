import type { CaseOutcome } from '../../../contract/operators/desk.ts';
import type { StoredOutcome } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { chargerState, isRetired } from '../cabinets/chargers.ts';
import { isHeldBack } from '../cabinets/heldBack.ts';
import { holdBackCharger, releaseCharger } from '../cabinets/heldChargers.ts';
import { liftFreeze } from '../chargebacks/liftFreeze.ts';
import { bookPaymentRefund, bookSupportRefund } from '../ledger/ledger.ts';
import { BillError, refundOrder, waiveDue } from '../orders/refundOrder.ts';
import { paymentsOf, readPayment } from '../payments/moves.ts';
import { giveUpEject } from '../rental/checkRental.ts';
import { resumeClock } from '../rental/claims/decideClaim.ts';
import { closeReturned, closeReturnedInTime } from '../rental/closeRental.ts';
import { doNextSteps } from '../rental/doNextSteps.ts';
import { openClaimOf } from '../rentalRecords/claims.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { lockOpenRentalOfCharger, setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import type { CaseRow } from '../support/cases.ts';
import { refundTopUp, TopUpRefundError } from '../topUps/refundTopUp.ts';
import { chargerOf, paymentOf, textIn } from './caseFacts.ts';
import { DeskError } from './deskError.ts';

/**
 * Performs the outcome of a case in the transaction that closes the case. Payments and commands to cabinets are
 * intents, which are committed in the same transaction.
 *
 * @param rental the locked rental of the case; null if the case has none.
 * @throws {DeskError} outcomeNotPossible, amountTooLarge.
 */
export async function perform(
  work: UnitOfWork,
  row: CaseRow,
  rental: RentalRow | null,
  outcome: CaseOutcome,
): Promise<StoredOutcome> {
  await keepClaimDecidable(work, row, rental, outcome);
  switch (outcome.kind) {
    case 'none':
      return { kind: 'none' };
    case 'refund': {
      const paymentId = await paymentOfTopUp(work, row);
      if (paymentId !== null) return refundTopUpOf(work, paymentId, outcome.amount);
      return lowerBill(work, row, orderOf(row, rental), outcome);
    }
    case 'waive':
      return lowerBill(work, row, orderOf(row, rental), outcome);
    case 'endRental':
      return endRental(work, row, orderOf(row, rental), outcome.at);
    case 'resume':
      await resume(work, row, rental);
      return { kind: 'resume' };
    case 'holdBack':
    case 'release': {
      const charger = outcome.charger ?? chargerOf(row, rental);
      if (charger === null) throw new DeskError('outcomeNotPossible', 'Name a charger.');
      await moveCharger(work, outcome.kind, charger);
      return { kind: outcome.kind, charger };
    }
  }
}

/**
 * Refuses to close the case of a rider's open claim without a decision about the claim. The claim has stopped the clock
 * of the rental, and only this case can start the clock again.
 */
async function keepClaimDecidable(
  work: UnitOfWork,
  row: CaseRow,
  rental: RentalRow | null,
  { kind }: CaseOutcome,
): Promise<void> {
  if (!rental || kind === 'endRental' || kind === 'resume') return;
  if (!(await isAboutOpenClaim(work, row, rental))) return;
  throw new DeskError(
    'outcomeNotPossible',
    `The clock of order ${rental.number} stands still. End the rental, or resume it.`,
  );
}

/** Whether the rental has an open claim, and this case is the case of the claim. */
async function isAboutOpenClaim(
  work: UnitOfWork,
  row: CaseRow,
  rental: RentalRow,
): Promise<boolean> {
  const claim = rental.claimed_at && (await openClaimOf(work, rental.id));
  return claim !== null && row.key === `${row.kind}:${claim.id}`;
}

function orderOf({ number }: CaseRow, rental: RentalRow | null): RentalRow {
  if (rental) return rental;
  throw new DeskError('outcomeNotPossible', `Case ${number} is about no order.`);
}

async function lowerBill(
  work: UnitOfWork,
  row: CaseRow,
  rental: RentalRow,
  { kind, amount }: Extract<CaseOutcome, { kind: 'refund' | 'waive' }>,
): Promise<StoredOutcome> {
  const lower = kind === 'refund' ? refundOrder : waiveDue;
  try {
    const lowered = await lower(work, rental, amount, (bill) =>
      row.kind === 'dispute'
        ? bookSupportRefund(work, bill)
        : bookPaymentRefund(work, `case:${row.id}`, bill),
    );
    return { kind, amount: lowered, currency: rental.tariff.currency };
  } catch (error) {
    if (!(error instanceof BillError)) throw error;
    const code = error.most === null ? 'outcomeNotPossible' : 'amountTooLarge';
    throw new DeskError(code, error.message);
  }
}

/** The id of the payment that a case is about, if it is the payment of a top-up; otherwise null. */
async function paymentOfTopUp(work: UnitOfWork, row: CaseRow): Promise<string | null> {
  const paymentId = paymentOf(row);
  if (paymentId === null) return null;
  const { top_up_id } = await readPayment(work, paymentId);
  return top_up_id === null ? null : paymentId;
}

async function refundTopUpOf(
  work: UnitOfWork,
  paymentId: string,
  wanted: number | 'all',
): Promise<StoredOutcome> {
  try {
    return { kind: 'refund', ...(await refundTopUp(work, paymentId, wanted)) };
  } catch (error) {
    if (!(error instanceof TopUpRefundError)) throw error;
    const code = error.most === null ? 'outcomeNotPossible' : 'amountTooLarge';
    throw new DeskError(code, error.message);
  }
}

/** Ends a rental by the decision of an operator, because the server cannot decide. */
async function endRental(
  work: UnitOfWork,
  row: CaseRow,
  rental: RentalRow,
  given: string | undefined,
): Promise<StoredOutcome> {
  const { number, state } = rental;
  if (state === 'ejectUnknown') {
    await giveUpEject(work, rental);
    work.orderChanged(rental.user_id, rental.id);
    return { kind: 'endRental' };
  }
  const at = given === undefined ? null : new Date(given);
  const { started_at: startedAt } = rental;
  if (!at || !startedAt || at < startedAt || at > work.now) {
    const span = startedAt ? `from ${startedAt.toISOString()} to now` : 'after its start';
    throw new DeskError('outcomeNotPossible', `Order ${number} can end at a time ${span}.`);
  }
  const back = { stationId: row.station_id ?? rental.station_id, slot: null, at };
  if (state === 'charging' || state === 'overdue') {
    // No cabinet has reported the charger, so it counts as missing until a cabinet reports it.
    const ended = await closeReturned(work, rental, { ...back, chargerState: 'missing' });
    work.orderChanged(rental.user_id, rental.id);
    // The rental may end before the given time, because a claim stopped its clock.
    return { kind: 'endRental', at: (ended.returned_at ?? at).toISOString() };
  }
  // The bill of a return is corrected only once, so a rental with a return keeps its end.
  if (rental.returned_at || !(await closeReturnedInTime(work, rental, back))) {
    throw new DeskError(
      'outcomeNotPossible',
      `Order ${number} is ${state}, and cannot end at this time.`,
    );
  }
  work.orderChanged(rental.user_id, rental.id);
  return { kind: 'endRental', at: at.toISOString() };
}

/** Makes the server continue a payment, a rental or a job where it stopped, or lifts the freeze of a chargeback. */
async function resume(work: UnitOfWork, row: CaseRow, rental: RentalRow | null): Promise<void> {
  const providerId = textIn(row, 'providerId');
  if (textIn(row, 'chargeback') !== null && providerId !== null) {
    await liftFreeze(work, providerId);
    return;
  }
  const job = row.kind === 'jobStuck' ? textIn(row, 'key') : null;
  const paymentId = textIn(row, 'paymentId');
  const ids = [
    ...(paymentId === null ? [] : [paymentId]),
    ...(rental ? (await paymentsOf(work, rental.id)).map(({ id }) => id) : []),
  ];
  const keys = [...(job === null ? [] : [job]), ...ids.map((id) => `%:${id}%`)];
  if (keys.length === 0 && !rental) {
    throw new DeskError('outcomeNotPossible', `Case ${row.number} has nothing to resume.`);
  }
  if (keys.length > 0) await work.retryNow(keys);
  if (!rental) return;
  const open: readonly string[] = openStates;
  // If this is the case of an open claim, support found that the charger is not back, so the clock runs again. Other
  // cases do not decide the claim.
  if (await isAboutOpenClaim(work, row, rental)) await resumeClock(work, rental);
  else if (open.includes(rental.state))
    await setRental(work, rental.id, { next_check_at: work.now });
  else await doNextSteps(work, rental);
  work.orderChanged(rental.user_id, rental.id);
}

async function moveCharger(
  work: UnitOfWork,
  kind: 'holdBack' | 'release',
  charger: string,
): Promise<void> {
  const state = await chargerState(work, charger);
  if (state === null) {
    throw new DeskError('outcomeNotPossible', `There is no charger ${charger}.`);
  }
  if (await lockOpenRentalOfCharger(work, charger)) {
    throw new DeskError('outcomeNotPossible', `Charger ${charger} is rented.`);
  }
  if (await isRetired(work, charger)) {
    throw new DeskError('outcomeNotPossible', `Charger ${charger} is retired.`);
  }
  if (kind === 'holdBack') return holdBackCharger(work, charger);
  if (state !== 'quarantined' && !(await isHeldBack(work, charger))) {
    throw new DeskError('outcomeNotPossible', `Charger ${charger} is not held back: ${state}.`);
  }
  return releaseCharger(work, charger);
}

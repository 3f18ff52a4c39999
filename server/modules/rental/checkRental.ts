import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { requestInventory } from '../cabinets/commands.ts';
import { isOnline } from '../cabinets/silence.ts';
import { moveSlot, setCharger } from '../cabinets/slots.ts';
import { isInFlight } from '../payments/machine.ts';
import { beginVoid, paymentsOf, type PaymentRow } from '../payments/moves.ts';
import { openCase, openCaseAgain } from '../support/cases.ts';
import { setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { cabinetLinks } from '../stations/stationQueries.ts';
import { doNextSteps } from './doNextSteps.ts';
import { checkClaim, stopAtStart } from './claims/decideClaim.ts';
import { closeLost } from './closeRental.ts';
import { depositDueAt, lossDueAt } from '../rentalRecords/deadlines.ts';
import { noteSwappedOut } from './faulty/noteSwappedOut.ts';
import { restoreCharger } from './faulty/restoreCharger.ts';
import { remindOfUnpaid } from './remindUnpaid.ts';
import { moveRental } from './moveRental.ts';
import {
  actionBoundMs,
  billBoundMs,
  ejectAskAgainMs,
  ejectUnknownBoundMs,
  heldCheckMs,
  holdBoundMs,
  notEjectedBoundMs,
  selfCheckMs,
} from './rentalLimits.ts';
import {
  heldUntil,
  noteHeldEnd,
  noteUncertainEject,
  type EjectSettings,
} from './uncertainEjects.ts';

/**
 * Checks a locked rental whose `next_check_at` is due, and applies its time limits. The function of each state sets or
 * clears `next_check_at`.
 */
export async function checkRental(
  work: UnitOfWork,
  rental: RentalRow,
  settings: EjectSettings,
): Promise<void> {
  switch (rental.state) {
    case 'authorizing':
      return boundHolds(work, rental);
    case 'ejecting':
      return stopHoping(work, rental);
    case 'ejectUnknown':
      return rental.held_until ? checkHeld(work, rental) : boundUnknown(work, rental, settings);
    case 'charging':
      return rental.claimed_at ? checkClaim(work, rental) : checkRunning(work, rental, settings);
    case 'overdue':
      if (rental.claimed_at) return checkClaim(work, rental);
      await closeLost(work, rental);
      return;
    case 'paying':
      return boundPaying(work, rental);
    case 'unpaid':
      return checkUnpaid(work, rental);
    case 'settling':
    case 'lost':
    case 'complete':
    case 'failed':
    case 'review':
      return openMoneyCase(work, rental);
  }
}

async function boundHolds(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const pending = pendingOf(await paymentsOf(work, rental.id));
  const boundMs = pending?.state === 'actionRequired' ? actionBoundMs : holdBoundMs;
  const end = addMs(pending?.created_at ?? rental.created_at, boundMs);
  if (end > work.now) {
    await setRental(work, rental.id, { next_check_at: end });
    return;
  }
  await moveSlot(work, rental, 'release');
  const failed = await moveRental(work, rental, 'abandoned', {
    failure: pending?.state === 'actionRequired' ? 'authenticationFailed' : 'cancelled',
  });
  await doNextSteps(work, failed);
}

/**
 * Marks the eject as unknown, because its command has expired. The next check requests the inventory after
 * the end of the cabinet's self-check.
 */
async function stopHoping(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const expires = rental.eject_expires_at ?? work.now;
  await moveRental(work, rental, 'ejectUnanswered', {
    next_check_at: addMs(expires, selfCheckMs + 1000),
  });
  await moveSlot(work, rental, 'unanswered');
}

async function boundUnknown(
  work: UnitOfWork,
  rental: RentalRow,
  settings: EjectSettings,
): Promise<void> {
  const end = addMs(rental.eject_expires_at ?? rental.created_at, ejectUnknownBoundMs);
  if (end > work.now) {
    const again = addMs(work.now, ejectAskAgainMs);
    await setRental(work, rental.id, { next_check_at: again < end ? again : end });
    await requestInventory(work, rental.station_id, `${rental.id}:${work.now.getTime()}`);
    return;
  }
  await endUnknown(work, rental, settings);
}

/**
 * Ends a rental without a charge, because the cabinet did not answer the eject. If the rider or the card has too many
 * uncertain ejects, the rental stays open with its hold instead.
 */
export async function endUnknown(
  work: UnitOfWork,
  rental: RentalRow,
  settings: EjectSettings,
): Promise<void> {
  const tooOften = await noteUncertainEject(work, settings, rental);
  const until = heldUntil(settings, rental);
  if (tooOften && until > work.now) return holdLonger(work, rental, until, tooOften);
  await openCase(work, {
    kind: 'ejectUnknown',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    details: { charger: rental.charger, slot: rental.slot },
  });
  await giveUpEject(work, rental);
}

/**
 * Keeps the hold until the cabinet shows where the charger is, but not longer than `until`. The rental stays open until
 * then, so its rider cannot begin another rental.
 */
async function holdLonger(
  work: UnitOfWork,
  rental: RentalRow,
  until: Date,
  counts: Record<string, number>,
): Promise<void> {
  await openCase(work, {
    kind: 'suspiciousEject',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    details: {
      charger: rental.charger,
      slot: rental.slot,
      heldUntil: until.toISOString(),
      ...counts,
    },
  });
  await checkHeld(work, await setRental(work, rental.id, { held_until: until }));
  work.orderChanged(rental.user_id, rental.id);
}

/**
 * Checks a held rental. Requests no inventory from an offline cabinet, because the server requests the inventory anyway
 * when the cabinet connects again.
 */
async function checkHeld(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const until = rental.held_until ?? work.now;
  if (until <= work.now) {
    await noteHeldEnd(work, rental, 'unknown');
    return giveUpEject(work, rental);
  }
  const again = addMs(work.now, heldCheckMs);
  await setRental(work, rental.id, { next_check_at: again < until ? again : until });
  const station = await cabinetLinks(work.trx)
    .where('id', '=', rental.station_id)
    .executeTakeFirstOrThrow();
  if (!isOnline(station, work.now)) return;
  await requestInventory(work, rental.station_id, `${rental.id}:${work.now.getTime()}`);
}

/**
 * Gives up an eject without a known result, and ends the rental without a charge. If the charger was the second charger
 * of a swap, the rental continues with its first charger instead. Nobody can rent the charger of this eject until a
 * person has checked the charger.
 */
export async function giveUpEject(work: UnitOfWork, rental: RentalRow): Promise<void> {
  await setCharger(work, rental.charger, 'quarantined');
  await moveSlot(work, rental, 'unanswered');
  if (await restoreCharger(work, rental)) return;
  const review = await moveRental(work, rental, 'ejectGivenUp', { failure: 'ejectUnknown' });
  await doNextSteps(work, review);
}

async function checkRunning(
  work: UnitOfWork,
  rental: RentalRow,
  settings: EjectSettings,
): Promise<void> {
  const { not_ejected_at: reported } = rental;
  const depositDue = depositDueAt(rental);
  if (reported && addMs(reported, notEjectedBoundMs) <= work.now) {
    return endDenied(work, rental, settings);
  }
  if (depositDue > work.now) {
    const end = reported ? addMs(reported, notEjectedBoundMs) : depositDue;
    await setRental(work, rental.id, { next_check_at: end < depositDue ? end : depositDue });
    return;
  }
  const overdue = await moveRental(work, rental, 'depositDue', {
    not_ejected_at: null,
    next_check_at: lossDueAt(rental),
  });
  await doNextSteps(work, overdue);
}

/**
 * Ends a rental without evidence: the cabinet reported the eject, but the rider denies it, and the cabinet does not
 * send its inventory. The rider pays nothing, unless a person decides otherwise. If the rider or the card has too many
 * uncertain ejects, the rental stays open, and only its cost stops.
 */
async function endDenied(
  work: UnitOfWork,
  rental: RentalRow,
  settings: EjectSettings,
): Promise<void> {
  const { charger, slot } = rental;
  const details = { reason: 'the cabinet did not answer', charger, slot };
  if (await noteUncertainEject(work, settings, rental)) return stopAtStart(work, rental, details);
  // The rider may have denied the eject before, and an operator may have closed the case about it.
  await openCaseAgain(work, {
    kind: 'notEjected',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    details,
  });
  await setCharger(work, charger, 'missing');
  await noteSwappedOut(work, rental);
  const review = await moveRental(work, rental, 'ejectGivenUp', {
    failure: 'ejectUnknown',
    not_ejected_at: null,
  });
  await doNextSteps(work, review);
}

async function boundPaying(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const pending = pendingOf(await paymentsOf(work, rental.id));
  if (!pending) return openMoneyCase(work, rental);
  const waitsForOwner = pending.state === 'actionRequired';
  const end = addMs(pending.created_at, waitsForOwner ? actionBoundMs : billBoundMs);
  if (end > work.now) {
    await setRental(work, rental.id, { next_check_at: end });
    return;
  }
  if (!waitsForOwner) return openMoneyCase(work, rental);
  await beginVoid(work, pending);
  await setRental(work, rental.id, { next_check_at: addMs(work.now, billBoundMs) });
  work.orderChanged(rental.user_id, rental.id);
}

async function checkUnpaid(work: UnitOfWork, rental: RentalRow): Promise<void> {
  await openMoneyCase(work, rental);
  await remindOfUnpaid(work, rental, await paymentsOf(work, rental.id));
}

/**
 * Clears `next_check_at`. If a payment is pending, opens a case, so that support looks the payment up at the provider.
 * The payment stays pending.
 */
async function openMoneyCase(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const pending = pendingOf(await paymentsOf(work, rental.id));
  await setRental(work, rental.id, { next_check_at: null });
  if (!pending) return;
  await openCase(work, {
    kind: 'moneyUnknown',
    key: pending.id,
    rentalId: rental.id,
    details: { paymentId: pending.id, state: pending.state },
  });
}

function pendingOf(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.findLast(({ state }) => isInFlight(state));
}

import type { Dependencies } from '../../dependencies.ts';
import { forgetAnswers } from '../../http/requests/idempotency.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { forgetKnownDevices } from '../auth/knownDevices.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { forgetChanges } from '../accountChanges/changeRecords.ts';
import { sendDeletionMessage } from '../accountChanges/sendMessage.ts';
import { keepBlock } from '../auth/blocks/blocks.ts';
import { forgetCodesOf, lockCodesOf } from '../auth/codes/pendingCodes.ts';
import { requireProof } from '../auth/proof.ts';
import { endSessionsOf, forgetDevices } from '../auth/session.ts';
import { guestsMergedInto, oldGuests } from '../auth/guests.ts';
import { findUser, forgetUser, lockUser, type UserRow } from '../auth/users.ts';
import { refuseFrozen } from '../chargebacks/freeze.ts';
import { forgetFavourites } from '../favourites/favourites.ts';
import { forgetNotifications } from '../notifications/forgetNotifications.ts';
import { forgetDisputes } from '../orders/forgetDisputes.ts';
import { forgetCustomer } from '../payments/forgetCustomer.ts';
import { detachCards } from '../payments/methods/detachCards.ts';
import { deletePhoto } from '../photos/photoRecords.ts';
import { hasOpenPayment } from '../payments/paymentsOfRider.ts';
import { forgetSubscriptions } from '../push/subscriptions.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { forgetReservations } from '../reservations/reservations.ts';
import { rentalsInStates } from '../rentalRecords/rentalsOfRider.ts';
import { blockedBy } from '../rental/startRental.ts';
import { forgetIdentities, lockAttemptsOf } from '../social/forgetIdentities.ts';
import { forgetClaims } from '../rentalRecords/claims.ts';
import { forgetReports } from '../support/forgetReports.ts';
import { dropRewardsOf } from '../rewards/pendingRewards.ts';
import { forfeitWallet } from '../wallet/credits.ts';
import { forgetWatches } from '../watches/watches.ts';
import { forgetEmailCodes } from './emailCodes.ts';

type Secret = Pick<Settings, 'codeSecret'>;

/**
 * Deletes a rider's personal data permanently: in the database at once, and at the payment provider after the commit.
 * Orders and their ledger entries stay, but identify their rider only by the id and the number of the deleted account.
 * The remaining GoCash is forfeited.
 *
 * @throws {ProblemError} `proofNeeded`, `ongoingOrder`, `ejectUnclear`, `unpaidOrder`, `holdOpen`,
 * `accountFrozen` while a chargeback is open.
 */
export async function deleteAccount(deps: Dependencies, session: RequestSession): Promise<void> {
  const { userId } = session;
  const deleted = await transact(deps, async (work) => {
    await lockProofs(work, userId);
    // After this lock, the rider can begin no rental and no session, and cannot add a card. The checks below find
    // rentals that began earlier.
    await lockUser(work.trx, userId);
    await refuseUnfinished(work, userId);
    await requireProof(deps, work.trx, session);

    return eraseRider(work, deps.settings, userId);
  });
  await sendDeletionMessage(deps, deleted);
}

/**
 * Deletes the personal data of a rider who asked an operator to do so. The caller sends the message about the deletion.
 *
 * @throws {ProblemError} as `deleteAccount` does, without `proofNeeded`.
 */
export async function eraseOnRequest(
  work: UnitOfWork,
  settings: Secret,
  userId: string,
): Promise<UserRow> {
  await lockProofs(work, userId);
  await lockUser(work.trx, userId);
  await refuseUnfinished(work, userId);
  return eraseRider(work, settings, userId);
}

/** Deletes a rider's personal data. The caller must have locked the rider and called `refuseUnfinished`. */
async function eraseRider(work: UnitOfWork, settings: Secret, userId: string): Promise<UserRow> {
  const { trx, now } = work;
  const user = await findUser(trx, userId);
  await keepBlock(trx, settings, user);
  work.sessionsEnded(await endSessionsOf(trx, userId, now));
  await detachCards(work, userId);
  for (const id of [userId, ...(await guestsMergedInto(trx, userId))]) await forgetUse(work, id);
  await forfeitWallet(work, userId);
  await dropRewardsOf(work, userId);
  await forgetCodesOf(trx, userId);
  await forgetKnownDevices(trx, userId);
  await deletePhoto(trx, userId);
  await forgetIdentities(trx, userId);
  await forgetEmailCodes(trx, userId);
  await forgetChanges(trx, userId);
  await forgetDisputes(trx, userId);
  await forgetClaims(trx, userId);
  await forgetWatches(trx, userId);
  await forgetFavourites(trx, userId);
  await forgetReservations(work, userId);
  await forgetUser(trx, userId, now);
  return user;
}

/**
 * Deletes the data that accounts and guests have. Call this function also for each guest who became
 * part of the account. At the provider, the cards of such a guest still belong to the guest. In the
 * database, the sessions, stored answers and subscriptions of the guest still belong to the guest.
 */
async function forgetUse(work: UnitOfWork, userId: string): Promise<void> {
  const { trx } = work;
  await forgetCustomer(work, userId);
  await forgetDevices(trx, userId);
  await forgetAnswers(trx, userId);
  await forgetNotifications(trx, userId);
  await forgetSubscriptions(trx, userId);
  await forgetReports(trx, userId);
}

/**
 * Deletes the data of guests who have not come back for a long time. The data stays if `refuseUnfinished` refuses the
 * deletion, for example because the guest may still return the charger or pay.
 */
export async function eraseOldGuests(
  deps: Parameters<typeof transact>[0] & { settings: Secret },
  now: Date,
): Promise<void> {
  for (const guestId of await oldGuests(deps.db, now)) {
    await transact(deps, async (work) => {
      await lockUser(work.trx, guestId);
      await refuseUnfinished(work, guestId);
      await eraseRider(work, deps.settings, guestId);
    }).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
    });
  }
}

/**
 * Locks the login codes and social sign-ins that the rider may be completing at this moment. Call this before the lock
 * of the user's row: a sign-in locks in the same order, which prevents a deadlock.
 */
async function lockProofs({ trx }: UnitOfWork, userId: string): Promise<void> {
  await lockCodesOf(trx, userId);
  await lockAttemptsOf(trx, userId);
}

async function refuseUnfinished(work: UnitOfWork, userId: string): Promise<void> {
  // Do not delete a frozen account, because the rider could then get a new account without the freeze.
  await refuseFrozen(work.trx, userId);
  const unfinished = [...openStates, 'settling', 'unpaid', 'paying'] as const;
  const rentals = await rentalsInStates(work.trx, userId, unfinished);
  const open: readonly string[] = openStates;
  const ongoing = rentals.find(({ state }) => open.includes(state));
  if (ongoing) throw blockedBy(ongoing);
  const unpaid = rentals.find(({ state }) => state !== 'settling');
  if (unpaid) throw blockedBy(unpaid);
  if (rentals.length > 0) throw new ProblemError('holdOpen');
  if (await hasOpenPayment(work.trx, userId)) throw new ProblemError('holdOpen');
}

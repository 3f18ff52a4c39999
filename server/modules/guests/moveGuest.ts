import { uniqueViolation } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { moveBlock } from '../auth/blocks/blocks.ts';
import { moveChargebacks } from '../chargebacks/moveChargebacks.ts';
import { moveNotifications } from '../notifications/moveNotifications.ts';
import { movePayments } from '../payments/movePayments.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { lockRentalsOf, moveRentals } from '../rentalRecords/moveRentals.ts';
import { rentalsInStates } from '../rentalRecords/rentalsOfRider.ts';
import { moveReports } from '../support/moveReports.ts';

const open: readonly string[] = openStates;

/**
 * Moves a guest's orders, payments, saved cards, chargebacks, notifications and reports to the account of a rider. Also
 * moves a block of the guest. The caller has locked both users.
 *
 * The lock of each rental also protects its payments. So this move cannot overlap with a return or
 * with an answer of the provider. Each of them sees the same rider for the rental and for its
 * payments. Nothing moves in the ledger: a guest has no GoCash, and the ledger has no other
 * accounts of single riders.
 *
 * @throws {ProblemError} `phoneRenting` if the guest and the rider both have an open rental,
 * because a rider can have only one.
 */
export async function moveGuest(work: UnitOfWork, guestId: string, userId: string): Promise<void> {
  const rentals = await lockRentalsOf(work, guestId);
  const isRenting = rentals.some(({ state }) => open.includes(state));
  if (isRenting && (await rentalsInStates(work.trx, userId, openStates)).length > 0) {
    throw new ProblemError('phoneRenting');
  }
  await moveRentals(work, guestId, userId).catch((error: unknown) => {
    // The check above does not see a rental that the rider starts at the same time.
    const isSecond = uniqueViolation(error) === 'rentals_one_open_per_rider';
    throw isSecond ? new ProblemError('phoneRenting') : error;
  });
  await movePayments(work, guestId, userId);
  await moveChargebacks(work.trx, guestId, userId);
  await moveBlock(work.trx, guestId, userId);
  await moveNotifications(work.trx, guestId, userId);
  await moveReports(work.trx, guestId, userId);
  for (const { id } of rentals) work.orderChanged(userId, id);
}

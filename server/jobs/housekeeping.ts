import type { Dependencies } from '../dependencies.ts';
import { dropOldAnswers } from '../http/requests/idempotency.ts';
import { dropOldCalls } from '../http/limits/rateLimit.ts';
import { dropOldPayouts } from '../modules/approvals/payLimits.ts';
import { dropOldChanges } from '../modules/accountChanges/changeRecords.ts';
import { dropOldCodes, dropOldSessions, expireSessions } from '../modules/auth/dropOld.ts';
import { dropOldDevices } from '../modules/auth/knownDevices.ts';
import { dropOldClaimHashes } from '../modules/campaigns/dropOldHashes.ts';
import { dropOldEvidence } from '../modules/chargebacks/dropOldEvidence.ts';
import { dropOldCouponHashes } from '../modules/coupons/dropOldHashes.ts';
import { dropOldInterests } from '../modules/hosts/dropOldInterests.ts';
import { dropOldNotifications } from '../modules/notifications/forgetNotifications.ts';
import { dropOldSignIns } from '../modules/operators/signIn/dropOldSignIns.ts';
import { dropOldNotes } from '../modules/orders/forgetDisputes.ts';
import { deleteOldPaymentKeys, dropOldMoneyCalls } from '../modules/payments/dropOld.ts';
import { dropOldMethods } from '../modules/payments/methods/dropOldMethods.ts';
import { eraseOldGuests } from '../modules/profile/deleteAccount.ts';
import { dropOldEmailCodes } from '../modules/profile/emailCodes.ts';
import { dropEndedSubscriptions } from '../modules/push/subscriptions.ts';
import { dropGuestIdentifiers } from '../modules/rentalRecords/guestRentals.ts';
import { dropOldEjectCards } from '../modules/rentalRecords/uncertainEjects.ts';
import { dropOldAttempts } from '../modules/social/dropOldAttempts.ts';
import { dropOldCabinetEvents } from '../modules/cabinets/cabinetEvents.ts';
import { dropOldFieldWork } from '../modules/cabinets/stock/dropOldFieldWork.ts';
import { dropOldTickets } from '../modules/tickets/dropOld.ts';
import { dropOldWebhookMessages } from '../modules/webhooks/dropOld.ts';
import { claimsKeptMs, dropOldClaims } from '../modules/rentalRecords/claims.ts';
import { dropOldReservations } from '../modules/reservations/reservations.ts';
import { dropOldReports } from '../modules/support/forgetReports.ts';
import { dropOldWatches } from '../modules/watches/watches.ts';
import { dropOldUsualCounts } from '../modules/usualCounts/sampleCounts.ts';
import { addMs } from '../db/unitOfWork.ts';

const everyMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

type Cleaner = Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings' | 'outbox' | 'changes'>;

/** Deletes expired data every ten minutes. Returns a function that stops the deletions. */
export function startHousekeeping(deps: Cleaner): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = cleanUp(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'old rows were not deleted'),
    );
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Performs the deletions that `server/testing/privacy/retention.ts` lists. */
export async function cleanUp(deps: Cleaner): Promise<void> {
  const { db, clock, settings } = deps;
  const now = clock.now();
  await dropOldCalls(db, now);
  await dropOldCodes(db, now);
  await dropOldEmailCodes(db, now);
  await dropOldAttempts(db, now);
  await dropOldSignIns(db, now);
  await dropOldChanges(db, now);
  await dropOldAnswers(db, now);
  await dropOldInterests(db, now, settings.hosts.keepDays);
  await dropOldWatches(db, now);
  await dropOldReservations(db, now);
  await deleteOldPaymentKeys(db, now);
  await dropOldMoneyCalls(db, now);
  await dropOldNotifications(db, now);
  await dropOldEjectCards(db, addMs(now, -settings.uncertainEjects.days * dayMs));
  await dropGuestIdentifiers(db);
  await dropOldReports(db, now);
  await dropOldCabinetEvents(db, now);
  await dropOldWebhookMessages(db, now);
  await dropOldFieldWork(db, now);
  await dropOldTickets(db, now);
  await dropOldPayouts(db, now);
  await dropOldNotes(db, now);
  await dropOldClaims(db, addMs(now, -claimsKeptMs));
  await dropOldMethods(db, now);
  await dropOldEvidence(db, now);
  await dropOldClaimHashes(db, now);
  await dropOldCouponHashes(db, now);
  await expireSessions(db, now);
  await dropEndedSubscriptions(db);
  await dropOldSessions(db, now);
  await dropOldDevices(db, now);
  await dropOldUsualCounts(db, now);
  await eraseOldGuests(deps, now);
}

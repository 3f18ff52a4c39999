import { z } from 'zod';
import { readPauses } from '../../../contract/rules/pricing/pauses.ts';
import { runningCost, type RunningTerms } from '../../../contract/rules/pricing/runningCost.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Intent, JobOutcome } from '../../outbox/outbox.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { countUnread } from '../notifications/listNotifications.ts';
import { chargingRentals } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { composeRunning, type RunningMessage } from './composePush.ts';
import { findOutgoing } from './findOutgoing.ts';
import { readSettingsOf } from './notificationSettings.ts';
import { quietUntil } from './quietHours.ts';
import { forgetSubscription, liveSubscriptions } from './subscriptions.ts';

const runningJob = 'push.running';
const RunningPayload = z.object({ rentalId: z.uuid(), notificationId: z.uuid() });

/**
 * The shortest time between two messages about a running rental. With some tariffs, the cost increases each minute.
 */
const gapMs = 30 * 60_000;

/** The job that keeps the message about a rental up to date, from the pick-up to the return. */
export function keepRunning(rentalId: string, notificationId: string): Intent {
  return {
    kind: runningJob,
    key: `${runningJob}:${rentalId}`,
    payload: { rentalId, notificationId } satisfies z.infer<typeof RunningPayload>,
  };
}

export function registerRunning(deps: Dependencies): void {
  deps.outbox.handle(runningJob, (payload) => updateRunning(deps, RunningPayload.parse(payload)), {
    priority: 'low',
  });
}

/**
 * Sends a message when the cost has changed, but at most once in `gapMs`. The message shows
 * the current cost, the time of the next change, and the cost after this change. The message replaces the previous
 * message about this rental, without a sound. The message about the return replaces the last
 * message about the cost.
 */
async function updateRunning(
  deps: Dependencies,
  { rentalId, notificationId }: z.infer<typeof RunningPayload>,
): Promise<JobOutcome> {
  const { db, clock } = deps;
  const rental = await findCharging(db, rentalId);
  // The cost of a free rental does not change before the loss, and other messages warn of the loss.
  if (!rental?.started_at || rental.is_free) return;
  const now = clock.now();
  const settings = await readSettingsOf(db, rental.user_id);
  const quietEnd = settings.quietHours && quietUntil(settings.quietHours, now);
  // The message is not urgent, so it waits for the end of the quiet hours.
  if (quietEnd) return { againAt: quietEnd, answered: true };

  const startedAt = rental.started_at.getTime();
  const terms: RunningTerms = {
    tariff: rental.tariff,
    startedAt,
    pauses: readPauses(rental.pauses),
    discount: rental.discount,
    postponedMs: rental.moved_seconds * 1000,
    isFree: false,
    // While a claim stops the clock, no message is sent. The next messages follow the running clock, because a refused
    // claim does not reduce the cost.
    stoppedAt: null,
  };
  const { soFar, next } = runningCost(terms, now.getTime());
  // In the first `gapMs` of a rental, the message about the pick-up is enough.
  const isDue = now.getTime() - startedAt >= gapMs && rental.claimed_at === null;
  if (isDue && settings.push.rental && next !== null) {
    await sendRunning(deps, rental.user_id, notificationId, settings.showDetails, {
      soFar,
      next: { at: new Date(next.at), total: next.total },
      timeZone: rental.time_zone,
    });
  }
  let change = next;
  while (change !== null && change.at - now.getTime() < gapMs) {
    change = runningCost(terms, change.at + 1).next;
  }
  if (change !== null) return { againAt: addMs(new Date(change.at), 1000), answered: true };
  // Keep checking while a claim is open: the claim may end after the usual time of the loss, and
  // its end postpones the loss.
  if (rental.claimed_at !== null) return { againAt: addMs(now, gapMs), answered: true };
}

async function sendRunning(
  { db, clock, push, log }: Dependencies,
  userId: string,
  notificationId: string,
  showDetails: boolean,
  cost: RunningMessage,
): Promise<void> {
  const notification = await findOutgoing(db, notificationId);
  if (!notification || !push) return;
  const now = clock.now();
  const unread = await countUnread(db, userId, now);
  const message = composeRunning(notification, cost, {
    showDetails,
    badge: unread.notifications + unread.unpaidOrders,
    now,
    until: cost.next.at,
  });
  for (const to of await liveSubscriptions(db, userId, now).execute()) {
    const answer = await push.send(to, message);
    if (answer.outcome === 'gone') await forgetSubscription(db, to);
    // Do not repeat a message that was not delivered, because the next update replaces it.
    if (answer.outcome === 'refused') {
      log.error({ notificationId, why: answer.why }, 'the push service refused a message');
    }
  }
}

/** A rental in the state `charging`; undefined if it is in another state. */
function findCharging(db: Db, rentalId: string) {
  return db
    .selectFrom(chargingRentals(db).as('rental'))
    .innerJoin(stationNames(db).as('station'), 'station.id', 'rental.station_id')
    .selectAll('rental')
    .select('station.time_zone')
    .where('rental.id', '=', rentalId)
    .executeTakeFirst();
}

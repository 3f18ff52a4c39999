import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Intent, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { DeliverPayload, deliverJob, deliverNewsJob } from '../notifications/deliverJob.ts';
import { countUnread } from '../notifications/listNotifications.ts';
import { composePush } from './composePush.ts';
import { findOutgoing, type OutgoingNotification } from './findOutgoing.ts';
import { readSettingsOf } from './notificationSettings.ts';
import { receiptsOf, registerReceipts } from './sendReceipt.ts';
import { keepRunning, registerRunning } from './runningRental.ts';
import { forgetSubscription, liveSubscriptions } from './subscriptions.ts';
import { decideDelivery } from './deliveryDecision.ts';

/**
 * The job that sends one message to one browser. Each browser has a separate job, so that a retry for one browser does
 * not repeat the message to other browsers.
 */
const sendJob = 'push.send';
const sendNewsJob = 'news.send';
const SendPayload = z.object({ notificationId: z.uuid(), subscriptionId: z.uuid() });

/** Registers the jobs that send notifications to riders' devices. */
export function registerDelivery(deps: Dependencies): void {
  const { outbox } = deps;
  // The priorities are below those of rentals, because a push service may be slow, and news may go to every
  // rider at once.
  for (const [kinds, priority] of [
    [[deliverJob, sendJob], 'normal'],
    [[deliverNewsJob, sendNewsJob], 'low'],
  ] as const) {
    const [delivering, sending] = kinds;
    outbox.handle(delivering, (payload) => deliver(deps, DeliverPayload.parse(payload)), {
      priority,
    });
    outbox.handle(sending, (payload, job) => send(deps, SendPayload.parse(payload), job), {
      priority,
    });
  }
  registerReceipts(deps);
  registerRunning(deps);
}

async function deliver(
  deps: Dependencies,
  { notificationId }: DeliverPayload,
): Promise<JobOutcome> {
  const notification = await findOutgoing(deps.db, notificationId);
  if (!notification) return;
  const now = deps.clock.now();
  const settings = await readSettingsOf(deps.db, notification.userId);
  const decision = decideDelivery(notification, settings, now);
  const browsers =
    decision.now && deps.push
      ? await liveSubscriptions(deps.db, notification.userId, now).execute()
      : [];
  const intents = [
    // The receipt is for riders whose phone has no power. A separate setting enables receipts, so the settings of push
    // messages have no effect here.
    ...receiptsOf(notification, settings),
    ...(notification.kind === 'chargerOut' && notification.rentalId && deps.push
      ? [keepRunning(notification.rentalId, notificationId)]
      : []),
    ...browsers.map(({ id }) => sending(notification, { notificationId, subscriptionId: id })),
  ];
  if (intents.length > 0) {
    await transact(deps, async (work) => {
      for (const intent of intents) await work.enqueue(intent);
    });
  }
  if (!decision.now && decision.againAt) return { againAt: decision.againAt, answered: true };
}

function sending({ kind }: OutgoingNotification, payload: z.infer<typeof SendPayload>): Intent {
  const { notificationId, subscriptionId } = payload;
  return {
    kind: kind === 'news' ? sendNewsJob : sendJob,
    key: `${sendJob}:${notificationId}:${subscriptionId}`,
    payload,
  };
}

async function send(
  { db, clock, push, log }: Dependencies,
  { notificationId, subscriptionId }: z.infer<typeof SendPayload>,
  { attempts }: Job,
): Promise<JobOutcome> {
  const notification = await findOutgoing(db, notificationId);
  if (!notification || !push) return;
  const now = clock.now();
  const settings = await readSettingsOf(db, notification.userId);
  // Decide again, because the content may have become outdated while a push service was unreachable.
  const decision = decideDelivery(notification, settings, now);
  if (!decision.now) return decision.againAt ? { againAt: decision.againAt } : undefined;
  const to = await liveSubscriptions(db, notification.userId, now)
    .where('push_subscriptions.id', '=', subscriptionId)
    .executeTakeFirst();
  const unread = await countUnread(db, notification.userId, now);
  const message = composePush(notification, {
    showDetails: settings.showDetails,
    badge: unread.notifications + unread.unpaidOrders,
    now,
    until: decision.until,
  });
  if (!to || !message) return;

  const answer = await push.send(to, message);
  switch (answer.outcome) {
    case 'taken':
      return;
    case 'gone':
      await forgetSubscription(db, to);
      return;
    case 'refused':
      log.error({ notificationId, why: answer.why }, 'the push service refused a message');
      return;
    case 'later': {
      const planned = retryAt(clock, attempts);
      const named = answer.retryAfter === null ? planned : addMs(now, answer.retryAfter * 1000);
      return { againAt: named > planned ? named : planned };
    }
  }
}

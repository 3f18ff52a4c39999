import {
  topicOf,
  urgentTopics,
  type NotificationKind,
  type NotificationSettings,
} from '../../../contract/notifications.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { openStates } from '../rentalRecords/machine.ts';
import type { OutgoingNotification } from './findOutgoing.ts';
import { quietUntil } from './quietHours.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long a notification is useful after the event that it reports, in milliseconds. A
 * notification about a due time is not useful after this due time.
 */
const lifetimes: Readonly<Record<NotificationKind, number>> = {
  chargerOut: hour,
  returned: day,
  unpaid: 3 * day,
  unpaidReminder: day,
  depositSoon: day,
  lostSoon: day,
  claimRefused: day,
  chargerRecalled: 3 * day,
  depositCharged: 3 * day,
  lost: 3 * day,
  found: 3 * day,
  depositReleased: day,
  refunded: 3 * day,
  // After this time, another rider has probably taken the charger or the slot.
  available: 15 * minute,
  toppedUp: day,
  coupon: 3 * day,
  referralReward: 3 * day,
  caseAnswered: 3 * day,
  news: 3 * day,
};

export type DeliveryDecision =
  /**
   * The notification is never sent: its topic is muted, the rider has read it, it is outdated or too old, or it will be
   * too old after the quiet hours. Some kinds of notifications have no topic, and are never sent.
   */
  | { readonly now: false; readonly againAt: null }
  /** The rider has quiet hours now. `againAt` is the end of the quiet hours. */
  | { readonly now: false; readonly againAt: Date }
  /** The notification is sent now. After `until`, it is no longer useful. */
  | { readonly now: true; readonly until: Date };

const never = { now: false, againAt: null } as const;

/** Decides whether and when a notification is sent outside the app. */
export function decideDelivery(
  notification: OutgoingNotification,
  settings: NotificationSettings,
  now: Date,
): DeliveryDecision {
  const topic = topicOf[notification.kind];
  if (topic === null || !settings.push[topic] || notification.readAt || isOvertaken(notification))
    return never;
  const until = worthUntil(notification);
  if (until <= now) return never;
  if (settings.quietHours && !urgentTopics.includes(topic)) {
    const againAt = quietUntil(settings.quietHours, now);
    if (againAt) return againAt < until ? { now: false, againAt } : never;
  }
  return { now: true, until };
}

function worthUntil({ kind, createdAt, details }: OutgoingNotification): Date {
  const until = addMs(createdAt, lifetimes[kind]);
  const due = details.dueAt ? new Date(details.dueAt) : until;
  return due < until ? due : until;
}

/**
 * Whether the notification is outdated, because the order has changed since. The list of notifications still shows an
 * outdated notification.
 */
function isOvertaken({ kind, rentalState }: OutgoingNotification): boolean {
  if (rentalState === null) return false;
  const open: readonly string[] = openStates;
  switch (kind) {
    case 'chargerOut':
    case 'depositSoon':
    case 'lostSoon':
    case 'claimRefused':
    case 'chargerRecalled':
      return !open.includes(rentalState);
    case 'unpaid':
    case 'unpaidReminder':
      return rentalState !== 'unpaid';
    case 'returned':
    case 'depositCharged':
    case 'lost':
    case 'found':
    case 'depositReleased':
    case 'refunded':
    case 'available':
    case 'toppedUp':
    case 'coupon':
    case 'referralReward':
    case 'caseAnswered':
    case 'news':
      return false;
  }
}

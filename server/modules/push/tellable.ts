import {
  topicOf,
  urgentTopics,
  type NotificationKind,
  type NotificationSettings,
} from '../../../contract/notifications.ts';
import { addMs } from '../../unitOfWork.ts';
import { openStates } from '../rental/machine.ts';
import type { Told } from './findTold.ts';
import { quietUntil } from './quietHours.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** For so long it is worth being told; what is due at a time ends with it. */
const lifetimes: Readonly<Record<NotificationKind, number>> = {
  chargerOut: hour,
  returned: day,
  unpaid: 3 * day,
  unpaidReminder: day,
  depositSoon: day,
  lostSoon: day,
  depositCharged: 3 * day,
  lost: 3 * day,
  depositReleased: day,
  refunded: 3 * day,
  // The charger that was waited for has been taken by then.
  available: 15 * minute,
  toppedUp: day,
  coupon: 3 * day,
  referralReward: 3 * day,
  caseAnswered: 3 * day,
  news: 3 * day,
};

export type Tellable =
  /** Muted, read, overtaken by what happened since, or too old. */
  | { readonly now: false; readonly againAt: null }
  /** The rider's quiet hours, and when they end. */
  | { readonly now: false; readonly againAt: Date }
  /** `until`: later it is worth nothing. */
  | { readonly now: true; readonly until: Date };

const never = { now: false, againAt: null } as const;

/** Whether, and when, a rider is told something outside of the app. */
export function tellable(told: Told, settings: NotificationSettings, now: Date): Tellable {
  const topic = topicOf[told.kind];
  if (topic === null || !settings.push[topic] || told.readAt || isOvertaken(told)) return never;
  const until = worthUntil(told);
  if (until <= now) return never;
  if (settings.quietHours && !urgentTopics.includes(topic)) {
    const againAt = quietUntil(settings.quietHours, now);
    if (againAt) return againAt < until ? { now: false, againAt } : never;
  }
  return { now: true, until };
}

function worthUntil({ kind, createdAt, details }: Told): Date {
  const until = addMs(createdAt, lifetimes[kind]);
  const due = details.dueAt ? new Date(details.dueAt) : until;
  return due < until ? due : until;
}

/** What has become of the order since; the list of notifications keeps it all the same. */
function isOvertaken({ kind, rentalState }: Told): boolean {
  if (rentalState === null) return false;
  const open: readonly string[] = openStates;
  switch (kind) {
    case 'chargerOut':
    case 'depositSoon':
    case 'lostSoon':
      return !open.includes(rentalState);
    case 'unpaid':
    case 'unpaidReminder':
      return rentalState !== 'unpaid';
    case 'returned':
    case 'depositCharged':
    case 'lost':
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

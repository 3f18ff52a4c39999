import { z } from 'zod';
import { Language } from './config.ts';
import { Money } from './money.ts';
import { StationId } from './stations.ts';
import { WatchedThing } from './watches.ts';

/** What a rider is told of. Additive only: an installed app shows one that it does not know as news. */
export const notificationKinds = [
  /** The charger left its slot. */
  'chargerOut',
  /** It is back; `amount` is the bill. */
  'returned',
  /** The bill could not be paid; `amount` is owed. */
  'unpaid',
  'unpaidReminder',
  /** The deposit is charged at `dueAt` unless the charger is back by then; `amount` is the deposit. */
  'depositSoon',
  /** The rental ends as lost at `dueAt`; `amount` is what a lost charger costs in all. */
  'lostSoon',
  'depositCharged',
  /** `amount` is what the lost charger costs in all. */
  'lost',
  /** A hold on the card was given back without a charge. */
  'depositReleased',
  'refunded',
  /** What was waited for at a station is there. */
  'available',
  /** `amount` without `bonus`. */
  'toppedUp',
  'coupon',
  /** For whoever invited, and for who was invited. */
  'referralReward',
  /** Support answered an objection to a bill. */
  'caseAnswered',
  /** The operator's own words. */
  'news',
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Something in each language of the app. */
const Words = z.record(Language, z.string());

/** What a notification is about; null where it is about no such thing. */
export const Notification = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  station: z.object({ id: StationId, name: z.string() }).nullable(),
  /** The numbered slot that the charger left or went to. */
  slot: z.int().nullable(),
  amount: Money.nullable(),
  bonus: Money.nullable(),
  dueAt: z.iso.datetime().nullable(),
  wants: WatchedThing.nullable(),
  outcome: z.enum(['refunded', 'rejected']).nullable(),
  /** Only of `news`: plain text, and a path of the app that it leads to. */
  news: z.object({ title: Words, body: Words, link: z.string().nullable() }).nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** `GET /api/notifications?cursor=&limit=`: newest first; kept for 90 days. */
export const NotificationQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const NotificationList = z.object({
  notifications: z.array(Notification),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.infer<typeof NotificationList>;

/** `GET /api/notifications/unread`: what the badge of the app's icon counts. */
export const Unread = z.object({ notifications: z.int(), unpaidOrders: z.int() });
export type Unread = z.infer<typeof Unread>;

/**
 * `POST /api/notifications/read`: the named ones, or all that were there at `upTo`, are read. Others'
 * are left alone without a word. Answers `Unread`.
 */
export const ReadNotifications = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
  z.strictObject({ upTo: z.iso.datetime() }),
]);
export type ReadNotifications = z.infer<typeof ReadNotifications>;

/** Among the events of `GET /api/orders/events`, named `notification`: one that is new. */
export const NotificationEvent = Notification;

/** What a rider chooses by; each kind belongs to one. */
export const pushTopics = [
  'rental',
  'money',
  'reminders',
  'availability',
  'rewards',
  'news',
] as const;
export const PushTopic = z.enum(pushTopics);
export type PushTopic = z.infer<typeof PushTopic>;

/** Null is never told outside of the app: it follows from what the rider just did, or changes nothing. */
export const topicOf: Readonly<Record<NotificationKind, PushTopic | null>> = {
  chargerOut: 'rental',
  returned: 'rental',
  unpaid: 'money',
  unpaidReminder: 'reminders',
  depositSoon: 'reminders',
  lostSoon: 'reminders',
  depositCharged: 'money',
  lost: 'money',
  depositReleased: null,
  refunded: 'money',
  available: 'availability',
  toppedUp: 'money',
  coupon: null,
  referralReward: 'rewards',
  caseAnswered: 'money',
  news: 'news',
};

/** These wait for nobody's quiet hours. */
export const urgentTopics: readonly PushTopic[] = ['rental', 'money'];

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** `GET /api/notifications/settings`: what is told outside of the app, and how. */
export const NotificationSettings = z.strictObject({
  push: z.record(PushTopic, z.boolean()),
  /** From and to by the clock of an IANA time zone; past midnight where `to` is the earlier one. */
  quietHours: z
    .strictObject({ from: ClockTime, to: ClockTime, timeZone: z.string().max(60) })
    .nullable(),
  /** Whether what a locked screen shows names stations and amounts. */
  showDetails: z.boolean(),
  /** Where the receipt of a return goes besides, for who has no power left to read it here. */
  receiptBy: z.enum(['none', 'text', 'email']),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/**
 * `PUT /api/notifications/settings`: what is absent stays as it is, so that two changes at once are both
 * kept, and an older app says nothing of topics that it does not know. Answers `NotificationSettings`.
 */
export const ChangeNotificationSettings = NotificationSettings.extend({
  push: z.partialRecord(PushTopic, z.boolean()),
}).partial();
export type ChangeNotificationSettings = z.infer<typeof ChangeNotificationSettings>;

/**
 * `POST /api/push/subscriptions`: what the browser's push manager answered. Ends with the session. One
 * that is known already is taken over. Refused with `pushEndpointRefused` where it is no push service
 * that the operator allows.
 */
export const SubscribePush = z.strictObject({
  endpoint: z.url().max(1000),
  keys: z.strictObject({
    /** P-256, uncompressed: 65 bytes, base64url. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    /** 16 bytes, base64url. */
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
});
export type SubscribePush = z.infer<typeof SubscribePush>;

/** `DELETE /api/push/subscriptions/{id}` ends it. */
export const PushSubscriptionRef = z.object({ id: z.uuid() });

/** What the service worker is sent, encrypted for it. */
export const PushMessage = z.object({
  notificationId: z.uuid(),
  title: z.string(),
  body: z.string(),
  /** A path of the app. */
  path: z.string(),
  /** What the badge of the icon counts from now on. */
  badge: z.int(),
  /** A later one with the same tag takes the place of the earlier one. */
  tag: z.string(),
  language: Language,
});
export type PushMessage = z.infer<typeof PushMessage>;

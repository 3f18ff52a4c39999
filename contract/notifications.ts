import { z } from 'zod';
import { Language } from './config.ts';
import { Money } from './money.ts';
import { StationId } from './stations.ts';
import { WatchedThing } from './watches.ts';

/** The kinds of notifications. Never remove a kind. An installed app shows an unknown kind as news. */
export const notificationKinds = [
  /** The charger left its slot. */
  'chargerOut',
  /** The charger is back; `amount` is the bill. */
  'returned',
  /** The bill could not be paid; `amount` is due. */
  'unpaid',
  'unpaidReminder',
  /** The deposit is charged at `dueAt` unless the charger is returned before. `amount` is the deposit. */
  'depositSoon',
  /** The rental ends as lost at `dueAt`. `amount` is the total price of a lost charger. */
  'lostSoon',
  /** The rider's claim was refused, so the cost continues to rise. */
  'claimRefused',
  /** The operator recalls the rider's charger. */
  'chargerRecalled',
  'depositCharged',
  /** The rental has ended as lost. `amount` is the total price of the lost charger. */
  'lost',
  /** The lost charger came back in time. `amount` is the corrected bill. */
  'found',
  /** A hold on the card was released, and nothing was charged. */
  'depositReleased',
  'refunded',
  /** The station now has the charger or the free slot that the rider waited for. */
  'available',
  /** A top-up was credited. `amount` does not include `bonus`. */
  'toppedUp',
  'coupon',
  /** A reward was credited to the rider who invited, or to the rider who was invited. */
  'referralReward',
  /** Support answered or decided a dispute, a report or another case of the rider. */
  'caseAnswered',
  /** A text that the operator wrote. */
  'news',
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** The same text in each language of the app. */
const Words = z.record(Language, z.string());

/**
 * A notification. Fields that do not apply to its kind are null. A new notification is also the data of the event
 * `notification` in `GET /api/orders/events`.
 */
export const Notification = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  station: z.object({ id: StationId, name: z.string() }).nullable(),
  /** The number of the slot that the charger left, or into which it was returned. */
  slot: z.int().nullable(),
  amount: Money.nullable(),
  bonus: Money.nullable(),
  dueAt: z.iso.datetime().nullable(),
  wants: WatchedThing.nullable(),
  outcome: z.enum(['refunded', 'rejected']).nullable(),
  /**
   * True if support waived the amount instead of refunding it, because the rider had not paid it. In this case
   * `outcome` is also `refunded`, because installed apps refuse other values. The field is absent in all other
   * notifications.
   */
  waived: z.boolean().optional(),
  /** The plain text of news, and the path that the app opens for it; null for all other kinds of notifications. */
  news: z.object({ title: Words, body: Words, link: z.string().nullable() }).nullable(),
});
export type Notification = z.infer<typeof Notification>;

/**
 * `GET /api/notifications?cursor=&limit=`: the newest notification comes first. The server stores notifications for 90
 * days.
 */
export const NotificationQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const NotificationList = z.object({
  notifications: z.array(Notification),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.infer<typeof NotificationList>;

/**
 * `GET /api/notifications/unread`: the badge of the app's icon shows the sum of these two numbers.
 */
export const Unread = z.object({ notifications: z.int(), unpaidOrders: z.int() });
export type Unread = z.infer<typeof Unread>;

/**
 * `POST /api/notifications/read` marks the notifications in `ids`, or all up to `upTo`, as read. It ignores the ids of
 * other riders' notifications, and returns `Unread`.
 */
export const ReadNotifications = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
  z.strictObject({ upTo: z.iso.datetime() }),
]);
export type ReadNotifications = z.infer<typeof ReadNotifications>;

/** The topics that a rider can switch on and off. Each kind belongs to at most one topic, see `topicOf`. */
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

/**
 * The topic of each kind. Null means that the server sends no messages about notifications of this kind. They appear
 * only in the app's list, because the rider's own action caused them, or because they change nothing for the rider.
 */
export const topicOf: Readonly<Record<NotificationKind, PushTopic | null>> = {
  chargerOut: 'rental',
  returned: 'rental',
  unpaid: 'money',
  unpaidReminder: 'reminders',
  depositSoon: 'reminders',
  lostSoon: 'reminders',
  chargerRecalled: 'rental',
  claimRefused: 'rental',
  depositCharged: 'money',
  lost: 'money',
  found: 'money',
  depositReleased: null,
  refunded: 'money',
  available: 'availability',
  toppedUp: 'money',
  coupon: null,
  referralReward: 'rewards',
  caseAnswered: 'money',
  news: 'news',
};

/** Quiet hours do not delay messages about these topics. */
export const urgentTopics: readonly PushTopic[] = ['rental', 'money'];

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * `GET /api/notifications/settings`: which messages the rider gets outside the app, and through
 * which channels.
 */
export const NotificationSettings = z.strictObject({
  push: z.record(PushTopic, z.boolean()),
  /**
   * Start and end of the quiet hours, in an IANA time zone. The hours extend past midnight if `to` is earlier than
   * `from`.
   */
  quietHours: z
    .strictObject({ from: ClockTime, to: ClockTime, timeZone: z.string().max(60) })
    .nullable(),
  /** Whether messages on the lock screen contain the names of stations and amounts. */
  showDetails: z.boolean(),
  /**
   * The additional channel for the receipt of a return, for riders whose phone has no power left.
   */
  receiptBy: z.enum(['none', 'text', 'email']),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/**
 * `PUT /api/notifications/settings`: absent fields stay unchanged. So two simultaneous changes of different fields do
 * not overwrite each other, and an older app does not change topics that it does not support. It returns
 * `NotificationSettings`.
 */
export const ChangeNotificationSettings = NotificationSettings.extend({
  push: z.partialRecord(PushTopic, z.boolean()),
}).partial();
export type ChangeNotificationSettings = z.infer<typeof ChangeNotificationSettings>;

/**
 * `POST /api/push/subscriptions` stores the subscription of the browser's push manager. The
 * subscription ends with the session. If the server already has the subscription, it moves the
 * subscription to the calling session. It returns `pushEndpointRefused` if the operator does not allow
 * the push service.
 */
export const SubscribePush = z.strictObject({
  endpoint: z.url().max(1000),
  keys: z.strictObject({
    /** An uncompressed P-256 key: 65 bytes as base64url. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    /** A secret of 16 bytes as base64url. */
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
});
export type SubscribePush = z.infer<typeof SubscribePush>;

/** `DELETE /api/push/subscriptions/{id}` ends the subscription. */
export const PushSubscriptionRef = z.object({ id: z.uuid() });

/** The encrypted payload for the service worker. */
export const PushMessage = z.object({
  notificationId: z.uuid(),
  title: z.string(),
  body: z.string(),
  /** The path of the app that a tap on the message opens. */
  path: z.string(),
  /** The new number on the badge of the icon. */
  badge: z.int(),
  /** A message replaces an earlier message with the same tag on the device. */
  tag: z.string(),
  language: Language,
  /**
   * True if the message updates a message that the device already shows. Such an update makes no
   * sound.
   */
  quiet: z.boolean().optional(),
});
export type PushMessage = z.infer<typeof PushMessage>;

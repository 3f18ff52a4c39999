import { createHash } from 'node:crypto';
import type { Language } from '../../../contract/config.ts';
import {
  topicOf,
  type NotificationKind,
  type PushMessage,
  type PushTopic,
} from '../../../contract/notifications.ts';
import type { Money } from '../../../contract/money.ts';
import en from '../../../locales/en/server/push.json' with { type: 'json' };
import es from '../../../locales/es/server/push.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/server/push.json' with { type: 'json' };
import type { OutgoingPush } from '../../providers/push/pushService.ts';
import { dateText, fill as fillAll, moneyText, timeOrDateText } from '../../text/textFormats.ts';
import type { OutgoingNotification } from './findOutgoing.ts';

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };

const urgencies: Readonly<Record<PushTopic, OutgoingPush['urgency']>> = {
  rental: 'high',
  money: 'high',
  reminders: 'normal',
  // The urgency is high, because another rider may soon take the available charger or slot.
  availability: 'high',
  rewards: 'low',
  news: 'low',
};

/**
 * The maximum lengths of a message, in UTF-16 code units. Push services accept 4096 bytes, of which the encryption uses
 * some. Lock screens show less text than this.
 */
const longestTitle = 120;
const longestBody = 400;

interface Composing {
  /** Whether the lock screen may show stations and amounts. */
  showDetails: boolean;
  badge: number;
  now: Date;
  until: Date;
}

/**
 * The push message about a notification: the content that the service worker shows, and the delivery options. It is
 * null if the notification has no text or no topic.
 */
export function composePush(
  notification: OutgoingNotification,
  composing: Composing,
): OutgoingPush | null {
  const words = wordsOf(notification, composing.showDetails);
  const topic = topicOf[notification.kind];
  if (!words || topic === null) return null;
  return message(notification, words, pathOf(notification), urgencies[topic], composing);
}

export interface RunningMessage {
  soFar: Money;
  next: { at: Date; total: Money };
  /** The time zone of the station. */
  timeZone: string;
}

/** The message about the cost of a running rental. It replaces the message about the pick-up. */
export function composeRunning(
  notification: OutgoingNotification,
  { soFar, next, timeZone }: RunningMessage,
  composing: Composing,
): OutgoingPush {
  const { title, plain, details } = texts[notification.language].running;
  const values = {
    soFar: moneyText(soFar),
    time: timeOrDateText(next.at, composing.now, timeZone),
    total: moneyText(next.total),
  };
  const body = composing.showDetails ? fillAll(details, values) : plain;
  return message(notification, { title, body }, '/home', 'low', composing, true);
}

function message(
  notification: OutgoingNotification,
  words: { title: string; body: string },
  path: string,
  urgency: OutgoingPush['urgency'],
  { badge, now, until }: Composing,
  quiet = false,
): OutgoingPush {
  const tag = tagOf(notification);
  const content: PushMessage = {
    notificationId: notification.id,
    title: cut(words.title, longestTitle),
    body: cut(words.body, longestBody),
    path: path,
    badge,
    tag,
    language: notification.language,
    ...(quiet && { quiet }),
  };
  return {
    text: JSON.stringify(content),
    ttlSeconds: Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000)),
    urgency: urgency,
    // The topic is a hash, because the push service must get no data about the order.
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  };
}

function wordsOf(
  notification: OutgoingNotification,
  showDetails: boolean,
): { title: string; body: string } | null {
  if (notification.kind === 'news') {
    const { language, news } = notification;
    return news && { title: news.words.title[language], body: news.words.body[language] };
  }
  const key = textOf(notification);
  if (!key) return null;
  const { title, plain, details } = texts[notification.language][key];
  return { title, body: (showDetails && fill(details, notification)) || plain };
}

function textOf({ kind, details }: OutgoingNotification): keyof typeof en | null {
  switch (kind) {
    case 'available':
      return details.wants === 'freeSlot' ? 'availableSlot' : 'availableCharger';
    case 'caseAnswered':
      if (details.outcome !== 'refunded') return 'caseRejected';
      return details.waived ? 'caseWaived' : 'caseRefunded';
    // Only the app shows `depositReleased` and `coupon`. The texts of `news` come from the operator.
    case 'depositReleased':
    case 'coupon':
    case 'news':
      return null;
    case 'chargerOut':
    case 'returned':
    case 'unpaid':
    case 'unpaidReminder':
    case 'depositSoon':
    case 'lostSoon':
    case 'claimRefused':
    case 'chargerRecalled':
    case 'depositCharged':
    case 'lost':
    case 'found':
    case 'refunded':
    case 'toppedUp':
    case 'referralReward':
      return kind;
  }
}

/** Fills the values into a text. Returns null if the text needs a value that is unknown. */
function fill(
  text: string,
  { details: { amount, bonus, slot, dueAt }, stationName, timeZone }: OutgoingNotification,
): string | null {
  const total = amount && { ...amount, amount: amount.amount + (bonus?.amount ?? 0) };
  const values = new Map<string, string | null>([
    ['amount', total ? moneyText(total) : null],
    ['slot', slot?.toString() ?? null],
    ['station', stationName],
    ['time', dueAt && timeZone ? dateText(dueAt, timeZone) : null],
  ]);
  let isKnown = true;
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name) ?? null;
    isKnown &&= value !== null;
    return value ?? '';
  });
  return isKnown ? filled : null;
}

/** The path of the page that the message opens. */
function pathOf({ id, kind, rentalId, stationId }: OutgoingNotification): string {
  // An answer of support without an order answers a report, because an answer to a dispute has an
  // order.
  if (kind === 'caseAnswered' && rentalId === null) return '/help/reports';
  const detail = `/notification/detail?id=${id}`;
  const homeKinds: readonly NotificationKind[] = [
    'chargerOut',
    'depositSoon',
    'lostSoon',
    'claimRefused',
    'chargerRecalled',
  ];
  if (homeKinds.includes(kind)) return '/home';
  if (kind === 'available' && stationId) return `/home?equip_id=${encodeURIComponent(stationId)}`;
  return kind !== 'news' && rentalId ? `/history/detail?orderId=${rentalId}` : detail;
}

/**
 * The tag of a message. A message replaces an earlier message with the same tag. Messages about one order share a tag.
 * Each refund and each answer of support has its own tag, so that its message never replaces another message.
 */
function tagOf({ id, kind, rentalId, stationId }: OutgoingNotification): string {
  const answers: readonly NotificationKind[] = ['refunded', 'caseAnswered'];
  if (rentalId && !answers.includes(kind)) return `order-${rentalId}`;
  if (kind === 'available' && stationId) return `station-${stationId}`;
  return `notification-${id}`;
}

const letters = new Intl.Segmenter();

/** Shortens a text without cutting a character in half. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let shortened = '';
  for (const { segment } of letters.segment(text)) {
    if (shortened.length + segment.length >= longest) break;
    shortened += segment;
  }
  return `${shortened}…`;
}

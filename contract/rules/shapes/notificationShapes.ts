import type {
  Notification,
  NotificationKind,
  NotificationList,
  PushMessage,
} from '../../notifications.ts';
import {
  isFlag,
  isMoney,
  isNumber,
  isOneOf,
  isText,
  isTime,
  listOf,
  objectOf,
  orAbsent,
  orNull,
} from './shapes.ts';

type News = NonNullable<Notification['news']>;

const isLanguage = isOneOf('en', 'zh-CN', 'es');
const isWords = objectOf<News['title']>({ en: isText, 'zh-CN': isText, es: isText });

/** Accepts any kind, because a newer server may have more kinds. The app has a general text for unknown kinds. */
const isKind = (value: unknown): value is NotificationKind => isText(value);

export const isNotification = objectOf<Notification>({
  id: isText,
  kind: isKind,
  createdAt: isTime,
  readAt: orNull(isTime),
  order: orNull(objectOf<NonNullable<Notification['order']>>({ id: isText, number: isText })),
  station: orNull(objectOf<NonNullable<Notification['station']>>({ id: isText, name: isText })),
  slot: orNull(isNumber),
  amount: orNull(isMoney),
  bonus: orNull(isMoney),
  dueAt: orNull(isTime),
  wants: orNull(isOneOf('charger', 'freeSlot')),
  outcome: orNull(isOneOf('refunded', 'rejected')),
  waived: orAbsent(isFlag),
  news: orNull(objectOf<News>({ title: isWords, body: isWords, link: orNull(isText) })),
});

export const isNotificationList = objectOf<NotificationList>({
  notifications: listOf(isNotification),
  nextCursor: orNull(isText),
});

export const isPushMessage = objectOf<PushMessage>({
  notificationId: isText,
  title: isText,
  body: isText,
  path: isText,
  badge: isNumber,
  tag: isText,
  language: isLanguage,
  quiet: orAbsent(isFlag),
});

import i18next from 'i18next';
import type { Language } from '../../../contract/config.ts';
import type { Notification } from '../../../contract/notifications.ts';
import type { Money } from '../../../contract/money.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { formatDateTime } from '../../lib/format/time.ts';

export interface NotificationWords {
  title: string;
  /** The text is null if the title alone is enough, or if a value for the text is unknown. */
  text: string | null;
}

const money = (value: Money | null) => value && formatMoney(value);

/**
 * Returns the title and text of a notification. If this app does not support the kind of the notification, because the
 * server is newer, the text asks the rider to update the app.
 */
export function notificationWords(
  notification: Notification,
  language: Language,
): NotificationWords {
  const t = i18next.getFixedT(language, 'notifications');
  const { kind, wants, outcome, waived, news } = notification;
  const amount = money(notification.amount);
  const bonus = money(notification.bonus);
  const station = notification.station?.name;
  const time = notification.dueAt && formatDateTime(notification.dueAt);
  switch (kind) {
    case 'chargerOut':
      return { title: t(($) => $.chargerOut.title), text: t(($) => $.chargerOut.text) };
    case 'returned':
      return {
        title: t(($) => $.returned.title),
        text: amount && t(($) => $.returned.text, { amount }),
      };
    case 'unpaid':
      return {
        title: t(($) => $.unpaid.title),
        text: amount && t(($) => $.unpaid.text, { amount }),
      };
    case 'unpaidReminder':
      return {
        title: t(($) => $.unpaidReminder.title),
        text: amount && t(($) => $.unpaidReminder.text, { amount }),
      };
    case 'depositSoon':
      return {
        title: t(($) => $.depositSoon.title),
        text: amount && time && t(($) => $.depositSoon.text, { amount, time }),
      };
    case 'lostSoon':
      return {
        title: t(($) => $.lostSoon.title),
        text: amount && time && t(($) => $.lostSoon.text, { amount, time }),
      };
    case 'claimRefused':
      return { title: t(($) => $.claimRefused.title), text: t(($) => $.claimRefused.text) };
    case 'chargerRecalled':
      return { title: t(($) => $.chargerRecalled.title), text: t(($) => $.chargerRecalled.text) };
    case 'depositCharged':
      return {
        title: t(($) => $.depositCharged.title),
        text: amount && t(($) => $.depositCharged.text, { amount }),
      };
    case 'lost':
      return { title: t(($) => $.lost.title), text: amount && t(($) => $.lost.text, { amount }) };
    case 'found':
      return {
        title: t(($) => $.found.title),
        text: amount && t(($) => $.found.text, { amount }),
      };
    case 'depositReleased':
      return {
        title: t(($) => $.depositReleased.title),
        text: amount && t(($) => $.depositReleased.text, { amount }),
      };
    case 'refunded':
      return {
        title: t(($) => $.refunded.title),
        text: amount && t(($) => $.refunded.text, { amount }),
      };
    case 'available':
      return {
        title:
          wants === 'freeSlot' ? t(($) => $.available.freeSlot) : t(($) => $.available.charger),
        text: station === undefined ? null : t(($) => $.available.text, { station }),
      };
    case 'toppedUp':
      return {
        title: t(($) => $.toppedUp.title),
        text:
          amount &&
          (bonus && notification.bonus?.amount
            ? t(($) => $.toppedUp.withBonus, { amount, bonus })
            : t(($) => $.toppedUp.text, { amount })),
      };
    case 'coupon':
      return { title: t(($) => $.coupon.title), text: t(($) => $.coupon.text) };
    case 'referralReward':
      return {
        title: t(($) => $.referralReward.title),
        text: amount && t(($) => $.referralReward.text, { amount }),
      };
    case 'caseAnswered':
      return {
        title: t(($) => $.caseAnswered.title),
        text:
          outcome === 'refunded'
            ? amount &&
              (waived
                ? t(($) => $.caseAnswered.waived, { amount })
                : t(($) => $.caseAnswered.refunded, { amount }))
            : outcome === 'rejected'
              ? t(($) => $.caseAnswered.rejected)
              : t(($) => $.caseAnswered.report),
      };
    case 'news':
      return news
        ? { title: news.title[language], text: news.body[language] }
        : { title: t(($) => $.unknown.title), text: null };
    default:
      return { title: t(($) => $.unknown.title), text: t(($) => $.unknown.text) };
  }
}

import type { Notification } from '../../../contract/notifications.ts';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';

export interface NotificationAction {
  to: string;
  /** A key of `actions` in the notifications' strings. */
  label: 'receipt' | 'pay' | 'returnSlot' | 'station' | 'goCash' | 'coupons' | 'rewards' | 'open';
}

/** Returns the next step for this notification, or null if there is no step or no page for the step. */
export function notificationAction(notification: Notification): NotificationAction | null {
  const { kind, order, station, outcome, news } = notification;
  const receipt = order && `/history/detail?orderId=${order.id}`;
  switch (kind) {
    case 'returned':
    case 'lost':
    case 'found':
    case 'depositReleased':
      return receipt === null ? null : { to: receipt, label: 'receipt' };
    case 'caseAnswered':
      // The reports page shows the answer to a report, whatever the report is about.
      if (outcome === null) return { to: '/help/reports', label: 'open' };
      return receipt === null ? null : { to: receipt, label: 'receipt' };
    case 'refunded':
      // A refund of a top-up belongs to no order.
      return receipt === null
        ? { to: '/payment', label: 'goCash' }
        : { to: receipt, label: 'receipt' };
    case 'unpaid':
    case 'unpaidReminder':
      return receipt === null ? null : { to: receipt, label: 'pay' };
    case 'chargerOut':
    case 'depositSoon':
    case 'lostSoon':
    case 'claimRefused':
    case 'chargerRecalled':
    case 'depositCharged':
      return { to: '/search?for=return', label: 'returnSlot' };
    case 'available':
      return station === null ? null : { to: `/home?equip_id=${station.id}`, label: 'station' };
    case 'toppedUp':
      return { to: '/payment', label: 'goCash' };
    case 'coupon':
      return { to: '/coupon', label: 'coupons' };
    case 'referralReward':
      return { to: '/getFree', label: 'rewards' };
    case 'news': {
      const to = safeInternalPath(news?.link, '');
      return to === '' ? null : { to, label: 'open' };
    }
    default:
      return null;
  }
}

import i18next from 'i18next';
import type { Notification } from '../../contract/notifications.ts';
import { notificationWords } from '../features/notifications/notificationWords.ts';
import { selectWatches } from '../features/watches/watchesSlice.ts';
import { noticeMs } from '../lib/constants.ts';
import { isLanguage } from '../lib/language/language.ts';
import { withTexts } from '../lib/language/texts.ts';
import { showToast } from '../ui/feedback/messages.ts';
import type { RootState } from './state/store.ts';
import { mayUpdateOn } from './update/update.ts';

/**
 * Returns whether this notification needs no toast, because the current page already shows its
 * event, or because its kind never needs a toast.
 */
export function isOnScreen(
  { kind, order, station, wants }: Notification,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  watches: readonly { stationId: string; wants: string }[],
): boolean {
  if (pathname === '/notification') return true;
  const isOrderShown =
    pathname === '/history' ||
    (pathname.startsWith('/history/') &&
      new URLSearchParams(search).get('orderId') === (order?.id ?? ''));
  switch (kind) {
    case 'chargerOut':
    case 'returned':
    case 'unpaid':
    case 'depositSoon':
    case 'lostSoon':
    case 'claimRefused':
    case 'chargerRecalled':
    case 'depositCharged':
    case 'lost':
      return isOrderShown || pathname === '/home' || pathname.startsWith('/home/rent/');
    case 'refunded':
      return isOrderShown;
    case 'caseAnswered':
      return isOrderShown || pathname === '/help/reports';
    case 'available':
      // If the watch was set on this device, the notice of the watch shows the event.
      return watches.some((watch) => watch.stationId === station?.id && watch.wants === wants);
    case 'toppedUp':
      return pathname.startsWith('/payment');
    case 'coupon':
      return pathname === '/coupon' || pathname === '/share';
    case 'referralReward':
      return pathname === '/getFree';
    // The event of this notification needs no action and changes nothing on the screen.
    case 'depositReleased':
    // A reminder is only for riders who are not using the app.
    case 'unpaidReminder':
      return true;
    default:
      return false;
  }
}

/**
 * Shows a toast for a notification, unless the page already shows the event or must not be
 * disturbed.
 */
export function toastNotification(notification: Notification, state: RootState): void {
  if (!mayUpdateOn(location.pathname)) return;
  if (isOnScreen(notification, location, selectWatches(state))) return;
  void show(notification);
}

async function show(notification: Notification): Promise<void> {
  try {
    await withTexts(Promise.resolve());
  } catch {
    // The texts failed to load. The rider finds the notification in the list.
    return;
  }
  const { language } = i18next;
  if (!isLanguage(language)) return;
  const { title } = notificationWords(notification, language);
  showToast(title, { tone: 'notice', duration: noticeMs });
}

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

/** Whether the page shows by itself what happened. */
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
    case 'depositCharged':
    case 'lost':
      return isOrderShown || pathname === '/home' || pathname.startsWith('/home/rent/');
    case 'refunded':
      return isOrderShown;
    case 'caseAnswered':
      return isOrderShown || pathname === '/help/reports';
    case 'available':
      // Who asked for it on this device is told by a banner.
      return watches.some((watch) => watch.stationId === station?.id && watch.wants === wants);
    case 'toppedUp':
      return pathname.startsWith('/payment');
    case 'coupon':
      return pathname === '/coupon' || pathname === '/share';
    case 'referralReward':
      return pathname === '/getFree';
    // It asks for nothing and changes nothing.
    case 'depositReleased':
    // Reminders wait for who is not here.
    case 'unpaidReminder':
      return true;
    default:
      return false;
  }
}

/** Says in passing what is on no other place of the screen, where that diverts from nothing. */
export function toastNotification(notification: Notification, state: RootState): void {
  if (!mayUpdateOn(location.pathname)) return;
  if (isOnScreen(notification, location, selectWatches(state))) return;
  void say(notification);
}

async function say(notification: Notification): Promise<void> {
  try {
    await withTexts(Promise.resolve());
  } catch {
    // Without words there is nothing to say; the list has it.
    return;
  }
  const { language } = i18next;
  if (!isLanguage(language)) return;
  const { title } = notificationWords(notification, language);
  showToast(title, { tone: 'notice', duration: noticeMs });
}

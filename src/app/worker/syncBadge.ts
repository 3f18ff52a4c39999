import { notificationsApi } from '../../features/notifications/notificationsApi.ts';
import { showBadge } from '../../lib/device/badge.ts';
import type { Store } from '../state/store.ts';

const { getUnread } = notificationsApi.endpoints;

/**
 * Shows the number of unread notifications and unpaid orders as a badge on the app icon. Each
 * answer sets the badge again, because the service worker may have changed it.
 */
export function syncBadge(store: Store): () => void {
  let shownAt: number | undefined;
  const show = () => {
    const { data, fulfilledTimeStamp } = getUnread.select()(store.getState());
    if (data === undefined || fulfilledTimeStamp === shownAt) return;
    shownAt = fulfilledTimeStamp;
    showBadge(data.notifications + data.unpaidOrders);
  };
  show();
  return store.subscribe(show);
}

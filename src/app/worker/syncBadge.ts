import { notificationsApi } from '../../features/notifications/notificationsApi.ts';
import { showBadge } from '../../lib/device/badge.ts';
import type { Store } from '../state/store.ts';

const { getUnread } = notificationsApi.endpoints;

/**
 * Has the icon of the app count what is unread and what is unpaid. Each answer is shown, also one that
 * says the same: the service worker may have counted on meanwhile.
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

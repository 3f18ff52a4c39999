import { paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { openEventStream } from '../../api/eventStream.ts';
import {
  subscribeToUnread,
  refreshUnread,
  handleNotificationEvent,
} from '../../features/notifications/liveNotifications.ts';
import { askForCurrentOrder, handleOrderEvent } from '../../features/orders/liveOrders.ts';
import { syncBadge } from '../worker/syncBadge.ts';
import { syncPush } from '../worker/syncPush.ts';
import type { Store } from './store.ts';
import { toastNotification } from '../toastNotification.ts';

/**
 * Receives live updates of the rider's orders and notifications while the app is visible. Also
 * keeps the badge and the push subscription up to date. A page that shows a running order also
 * polls that order, so without an event stream the order on that page is at most about 20 seconds
 * late.
 */
export function startLiveUpdates(store: Store, goTo: (path: string) => void): () => void {
  const { dispatch, getState } = store;
  let connection: AbortController | null = null;
  let opened = 0;
  const ends = [subscribeToUnread(dispatch), syncBadge(store), syncPush(store, goTo)];

  const handleEvent = (name: string, data: unknown) => {
    // An order event may change the number of unpaid orders, and the badge of the icon includes
    // that number.
    if (handleOrderEvent(dispatch, name, data)) refreshUnread(dispatch);
    const notification = handleNotificationEvent(dispatch, name, data);
    if (notification !== null) toastNotification(notification, getState());
  };
  const open = () => {
    connection = new AbortController();
    void openEventStream(paths.orderEvents, {
      signal: connection.signal,
      onOpen: () => {
        opened += 1;
        // At the first connection, the data is still fresh. Before a later connection, the app may
        // have missed events.
        if (opened > 1) dispatch(api.util.invalidateTags(['Order', 'Notification']));
      },
      onRefused: () => askForCurrentOrder(dispatch),
      onEvent: handleEvent,
    });
  };
  const close = () => {
    connection?.abort();
    connection = null;
  };
  const follow = () => {
    if (document.visibilityState === 'hidden') close();
    else if (connection === null) open();
  };

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
    for (const end of ends) end();
  };
}

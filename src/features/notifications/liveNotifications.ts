import type { Notification } from '../../../contract/notifications.ts';
import { isNotification } from '../../../contract/rules/shapes/notificationShapes.ts';
import { notificationsApi } from './notificationsApi.ts';
import type { NotificationsDispatch } from './notificationsApi.ts';

const unread = { type: 'Notification', id: 'UNREAD' } as const;

/** Requests the counts of unread notifications and unpaid orders again. */
export function refreshUnread(dispatch: NotificationsDispatch): void {
  dispatch(notificationsApi.util.invalidateTags([unread]));
}

/**
 * Requests the counts and the list again. Call this after a message of the service worker, because such a message does
 * not contain the notification.
 */
export function refreshNotifications(dispatch: NotificationsDispatch): void {
  dispatch(notificationsApi.util.invalidateTags([unread, { type: 'Notification', id: 'LIST' }]));
}

/**
 * Handles an event of the rider's event stream. Adds a notification to the loaded list and requests the counts again,
 * so that every screen with notifications shows it. Returns the notification, or null for any other event.
 */
export function handleNotificationEvent(
  dispatch: NotificationsDispatch,
  name: string,
  data: unknown,
): Notification | null {
  if (name !== 'notification' || !isNotification(data)) return null;
  dispatch(
    notificationsApi.util.updateQueryData('getNotifications', undefined, ({ pages: [first] }) => {
      if (first === undefined) return;
      const others = first.notifications.filter(({ id }) => id !== data.id);
      first.notifications = [data, ...others];
    }),
  );
  refreshUnread(dispatch);
  return data;
}

/**
 * Loads the number of unread notifications and keeps it up to date until the returned function is
 * called.
 */
export function subscribeToUnread(dispatch: NotificationsDispatch): () => void {
  const { unsubscribe } = dispatch(
    notificationsApi.endpoints.getUnread.initiate(undefined, {
      forceRefetch: true,
      subscriptionOptions: { refetchOnFocus: true },
    }),
  );
  return unsubscribe;
}

/** Marks notifications as read after the rider has seen them outside of the app, or opened the app with them. */
export function markRead(dispatch: NotificationsDispatch, ids: string[]): void {
  const { readNotifications } = notificationsApi.endpoints;
  if (ids.length > 0) void dispatch(readNotifications.initiate({ ids }, { track: false }));
}

import type { Notification } from '../../../contract/notifications.ts';
import { isNotification } from '../../../contract/rules/shapes/notificationShapes.ts';
import { notificationsApi } from './notificationsApi.ts';
import type { NotificationsDispatch } from './notificationsApi.ts';

const unread = { type: 'Notification', id: 'UNREAD' } as const;

/** Asks again for how many are unread, or unpaid. */
export function refreshUnread(dispatch: NotificationsDispatch): void {
  dispatch(notificationsApi.util.invalidateTags([unread]));
}

/** The list, too: something came that nobody told here. */
export function refreshNotifications(dispatch: NotificationsDispatch): void {
  dispatch(notificationsApi.util.invalidateTags([unread, { type: 'Notification', id: 'LIST' }]));
}

/** Puts a notification that the rider's event stream tells of wherever it is shown. */
export function takeNotificationEvent(
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

/** Has the number of unread ones known, and kept up to date, until the answered function is called. */
export function holdUnread(dispatch: NotificationsDispatch): () => void {
  const { unsubscribe } = dispatch(
    notificationsApi.endpoints.getUnread.initiate(undefined, {
      forceRefetch: true,
      subscriptionOptions: { refetchOnFocus: true },
    }),
  );
  return unsubscribe;
}

/** Those were seen outside of the app, or by way of it. */
export function markRead(dispatch: NotificationsDispatch, ids: string[]): void {
  const { readNotifications } = notificationsApi.endpoints;
  if (ids.length > 0) void dispatch(readNotifications.initiate({ ids }, { track: false }));
}

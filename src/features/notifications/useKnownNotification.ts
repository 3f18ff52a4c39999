import type { Notification } from '../../../contract/notifications.ts';
import { isNotificationList } from '../../../contract/rules/notificationShapes.ts';
import { readOwnAnswer } from '../../lib/ownAnswers.ts';
import { notificationsApi, useGetNotificationQuery } from './notificationsApi.ts';

/** What this device kept of the list, for when the server cannot be asked. */
function readKept(id: string): Notification | null {
  const kept = readOwnAnswer('notifications')?.value;
  if (!isNotificationList(kept)) return null;
  return kept.notifications.find((notification) => notification.id === id) ?? null;
}

/** One notification: as the server says, else as the list knew it. */
export function useKnownNotification(id: string) {
  const { currentData, error, refetch } = useGetNotificationQuery(id);
  const { listed } = notificationsApi.endpoints.getNotifications.useInfiniteQueryState(undefined, {
    selectFromResult: ({ data }) => ({
      listed: data?.pages
        .flatMap(({ notifications }) => notifications)
        .find((notification) => notification.id === id),
    }),
  });
  const isGone = error !== undefined && 'status' in error && error.status === 404;
  const notification = isGone ? null : (currentData ?? listed ?? readKept(id));
  return { notification, error, retry: () => void refetch() };
}

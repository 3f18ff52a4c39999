import {
  isNotification,
  isNotificationList,
} from '../../../contract/rules/shapes/notificationShapes.ts';
import { useStoredAnswer, usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import { notificationsApi, useGetNotificationQuery } from './notificationsApi.ts';

/**
 * Requests a notification from the server. Until the response arrives, returns a copy that this device has
 * stored, or nothing if there is no copy. The device stores the list of notifications and the notification that was
 * opened last.
 */
export function useKnownNotification(id: string) {
  const query = useGetNotificationQuery(id);
  const { currentData, error, isError, fulfilledTimeStamp, refetch } = query;
  const { listed } = notificationsApi.endpoints.getNotifications.useInfiniteQueryState(undefined, {
    selectFromResult: ({ data }) => ({
      listed: data?.pages
        .flatMap(({ notifications }) => notifications)
        .find((notification) => notification.id === id),
    }),
  });
  const opened = usePersonalAnswer('notification', isNotification, {
    data: currentData,
    isError,
    fulfilledTimeStamp,
  });
  const isGone = error !== undefined && 'status' in error && error.status === 404;
  const known = currentData ?? listed ?? (opened.data?.id === id ? opened.data : undefined);
  const isNeeded = known === undefined && !isGone;
  const stored = useStoredAnswer('notifications', isNotificationList, isNeeded);
  const listedBefore = stored?.value.notifications.find((notification) => notification.id === id);
  return {
    notification: isGone ? null : (known ?? listedBefore ?? null),
    /** The error is undefined while this device still searches for the notification. */
    error: isNeeded && stored === undefined ? undefined : error,
    retry: () => void refetch(),
  };
}

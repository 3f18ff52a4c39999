import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type {
  ChangeNotificationSettings,
  Notification,
  NotificationList,
  NotificationSettings,
  ReadNotifications,
  SubscribePush,
  Unread,
} from '../../../contract/notifications.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { closeShown } from '../../lib/device/shownNotifications.ts';

type StateWithApi = { api: ReturnType<typeof api.reducer> };
export type NotificationsDispatch = ThunkDispatch<StateWithApi, unknown, UnknownAction>;

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Gets the notifications, newest first. */
    getNotifications: build.infiniteQuery<NotificationList, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor,
      },
      query: ({ pageParam }) => ({
        url: paths.notifications,
        params: { cursor: pageParam ?? undefined },
      }),
      providesTags: [{ type: 'Notification', id: 'LIST' }],
    }),

    getNotification: build.query<Notification, string>({
      query: (id) => fillPath(paths.notification, { id }),
      providesTags: (_notification, _error, id) => [{ type: 'Notification', id }],
    }),

    getUnread: build.query<Unread, void>({
      query: () => paths.unread,
      providesTags: [{ type: 'Notification', id: 'UNREAD' }],
    }),

    /**
     * Optimistic update: the notifications become read at once. If the request fails, they become
     * unread again.
     */
    readNotifications: build.mutation<Unread, ReadNotifications>({
      query: (body) => ({ url: paths.readNotifications, method: 'POST', body }),
      async onQueryStarted(read, { dispatch, queryFulfilled }) {
        const undo = markRead(dispatch, read);
        let unread: Unread;
        try {
          unread = (await queryFulfilled).data;
        } catch {
          // The caller shows the error.
          undo();
          return;
        }
        await dispatch(notificationsApi.util.upsertQueryData('getUnread', undefined, unread));
        // A list that was requested before this change may still be loading, and would show the notifications
        // as unread. Wait for that list, then mark the notifications as read.
        await dispatch(notificationsApi.util.getRunningQueryThunk('getNotifications', undefined));
        markRead(dispatch, read);
        // If the device cannot close the push message, the notification still counts as read.
        await Promise.allSettled([closeShown('ids' in read ? read.ids : 'all')]);
      },
    }),

    getNotificationSettings: build.query<NotificationSettings, void>({
      query: () => paths.notificationSettings,
      providesTags: [{ type: 'Notification', id: 'SETTINGS' }],
    }),

    /** Optimistic update: the change is shown at once, and reverted if the request fails. */
    saveNotificationSettings: build.mutation<NotificationSettings, ChangeNotificationSettings>({
      query: (body) => ({ url: paths.notificationSettings, method: 'PUT', body }),
      async onQueryStarted({ push, ...change }, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          notificationsApi.util.updateQueryData('getNotificationSettings', undefined, (draft) => {
            Object.assign(draft, change);
            Object.assign(draft.push, push);
          }),
        );
        try {
          await queryFulfilled;
        } catch {
          patch.undo();
          // The rider may have saved another change after this request was sent, so fetch the settings from the server.
          dispatch(
            notificationsApi.util.invalidateTags([{ type: 'Notification', id: 'SETTINGS' }]),
          );
        }
      },
    }),

    subscribePush: build.mutation<{ id: string }, SubscribePush>({
      query: (body) => ({ url: paths.pushSubscriptions, method: 'POST', body }),
    }),

    unsubscribePush: build.mutation<null, string>({
      query: (id) => ({ url: fillPath(paths.pushSubscription, { id }), method: 'DELETE' }),
    }),
  }),
});

function markRead(dispatch: NotificationsDispatch, read: ReadNotifications): () => void {
  const at = new Date().toISOString();
  const mark = (notification: Notification) => {
    const isMeant =
      'ids' in read
        ? read.ids.includes(notification.id)
        : Date.parse(notification.createdAt) <= Date.parse(read.upTo);
    if (isMeant) notification.readAt ??= at;
  };
  const { updateQueryData } = notificationsApi.util;
  const patches = [
    dispatch(
      updateQueryData('getNotifications', undefined, ({ pages }) => {
        for (const { notifications } of pages) notifications.forEach(mark);
      }),
    ),
    ...('ids' in read ? read.ids : []).map((id) =>
      dispatch(updateQueryData('getNotification', id, mark)),
    ),
  ];
  return () => {
    for (const patch of patches) patch.undo();
  };
}

export const {
  useGetNotificationsInfiniteQuery,
  useGetNotificationQuery,
  useGetUnreadQuery,
  useReadNotificationsMutation,
  useGetNotificationSettingsQuery,
  useSaveNotificationSettingsMutation,
} = notificationsApi;

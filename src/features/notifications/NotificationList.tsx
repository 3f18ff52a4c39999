import { Bell, CheckCheck, RefreshCw, SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotificationList } from '../../../contract/rules/shapes/notificationShapes.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import { formatDay } from '../../lib/format/formatDay.ts';
import { useInfiniteScroll } from '../../lib/page/useInfiniteScroll.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { IconButton, IconLink } from '../../ui/button/IconButton.tsx';
import { useAnnounce, useToast } from '../../ui/feedback/messages.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { UpdatedAt } from '../../ui/display/UpdatedAt.tsx';
import { groupByDay } from './groupByDay.ts';
import type { DayGroup } from './groupByDay.ts';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './notifications.module.css';
import {
  useGetNotificationsInfiniteQuery,
  useGetUnreadQuery,
  useReadNotificationsMutation,
} from './notificationsApi.ts';

const minute = 60_000;
/** The number of notifications that are stored for reading without a network. */
const mostStored = 50;

/** The rider's notifications, grouped by day. They are stored for use without a network. */
export function NotificationList() {
  const { t } = useTranslation(['notifications', 'titles', 'common', 'errors']);
  const toast = useToast();
  const now = useServerNow(minute);
  const query = useGetNotificationsInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const { error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const { isError, fulfilledTimeStamp } = query;
  const pages = query.data?.pages;
  const loaded = useMemo(() => pages?.flatMap(({ notifications }) => notifications), [pages]);
  const data = useMemo(
    () => loaded && { notifications: loaded.slice(0, mostStored), nextCursor: null },
    [loaded],
  );
  const shown = usePersonalAnswer('notifications', isNotificationList, {
    data,
    isError,
    fulfilledTimeStamp,
  });
  const notifications = loaded ?? shown.data?.notifications ?? null;
  const end = useInfiniteScroll(hasNextPage && !isFetching && !isError, () => void fetchNextPage());

  const refresh = async () => {
    const { error: failure } = await refetch();
    if (failure === undefined) toast(t(($) => $.updated));
  };

  return (
    <Screen
      heading={t(($) => $.titles.notification)}
      lead={shown.oldFrom === null ? null : <UpdatedAt at={shown.oldFrom} />}
      end={
        <>
          <IconLink
            label={t(($) => $.titles.notificationSettings)}
            icon={<SlidersHorizontal />}
            to="/setting/notifications"
          />
          <IconButton
            label={t(($) => $.common.refresh)}
            icon={<RefreshCw />}
            onClick={() => void refresh()}
          />
        </>
      }
    >
      <MarkAllRead newest={notifications?.[0]?.createdAt ?? null} />
      {error && notifications !== null ? (
        <Banner tone="info">
          {t(($) => $.old)} {t(($) => $.errors[apiErrorCode(error)])}
        </Banner>
      ) : null}
      <div aria-busy={isFetching} className={styles['list']}>
        {notifications === null && !shown.isMissing ? <Skeleton lines={8} /> : null}
        {shown.isMissing && error ? (
          <ErrorState
            message={t(($) => $.errors[apiErrorCode(error)])}
            onRetry={() => void refetch()}
          />
        ) : null}
        {notifications?.length === 0 ? (
          <EmptyState
            symbol={<Bell />}
            title={t(($) => $.empty)}
            text={t(($) => $.emptyText)}
            action={
              <ButtonLink to="/setting/notifications" variant="quiet">
                {t(($) => $.choose)}
              </ButtonLink>
            }
          />
        ) : null}
        {groupByDay(notifications ?? [], now).map((group) => (
          <section key={group.daysAgo} className={styles['group']}>
            <DayHeading group={group} />
            <ul className={styles['rows']}>
              {group.notifications.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} now={now} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {hasNextPage ? (
          <div ref={end}>
            <Button variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {isFetchingNextPage ? t(($) => $.loadingMore) : t(($) => $.more)}
            </Button>
          </div>
        ) : null}
      </div>
    </Screen>
  );
}

function DayHeading({ group: { daysAgo, day } }: { group: DayGroup }) {
  const { t } = useTranslation('notifications');
  if (daysAgo === 0) return <h2>{t(($) => $.today)}</h2>;
  if (daysAgo === 1) return <h2>{t(($) => $.yesterday)}</h2>;
  return (
    <h2>
      <span lang="en">{formatDay(day)}</span>
    </h2>
  );
}

/**
 * A button that marks the newest notification in the list and all older ones as read. Notifications that arrive after
 * the list was loaded stay unread.
 */
function MarkAllRead({ newest }: { newest: string | null }) {
  const { t } = useTranslation(['notifications', 'errors', 'settings', 'common']);
  const toast = useToast();
  const announce = useAnnounce();
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const { data: unread } = useGetUnreadQuery(undefined, { refetchOnMountOrArgChange: true });
  const [markRead, { isLoading }] = useReadNotificationsMutation();
  const count = unread?.notifications ?? 0;
  const spoken = count === 0 ? null : t(($) => $.unreadCount, { count });

  useEffect(() => {
    if (spoken !== null) announce(spoken);
  }, [announce, spoken]);

  const isShown = newest !== null && count > 0;
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isShown || !hadFocus.current) return;
    hadFocus.current = false;
    // The pressed button has disappeared, so move the focus.
    if (document.activeElement === document.body) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
  }, [isShown]);

  const markUpTo = async (upTo: string) => {
    hadFocus.current = true;
    const { error } = await markRead({ upTo });
    if (error)
      toast(
        t(($) => $.errors[apiErrorCode(error)]),
        { tone: 'problem' },
      );
    else toast(t(($) => $.allRead));
  };

  if (!isShown) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<CheckCheck aria-hidden size={20} />}
        busy={isLoading}
        disabled={offline}
        describedBy={offline ? reasonId : undefined}
        onClick={() => void markUpTo(newest)}
      >
        {t(($) => $.markAllRead)}
      </Button>
      {offline ? <p id={reasonId}>{t(($) => $.settings.needsConnection)}</p> : null}
    </>
  );
}

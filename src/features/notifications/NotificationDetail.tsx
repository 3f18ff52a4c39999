import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '../../../contract/notifications.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Facts } from '../../ui/display/Facts.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { notificationAction } from './notificationAction.ts';
import styles from './notifications.module.css';
import { useReadNotificationsMutation } from './notificationsApi.ts';
import { RelativeTime } from './RelativeTime.tsx';
import { useKnownNotification } from './useKnownNotification.ts';
import { useNotificationWords } from './useNotificationWords.ts';

const minute = 60_000;

/** Shows one notification by its id and marks it as read. */
export function NotificationDetail({ id }: { id: string }) {
  const { t } = useTranslation(['notifications', 'titles', 'errors']);
  const { notification, error, retry } = useKnownNotification(id);
  if (notification !== null) {
    return <Told notification={notification} stale={error !== undefined} />;
  }
  return (
    <Screen heading={t(($) => $.titles.notificationDetail)}>
      {error === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <ErrorState message={t(($) => $.errors[apiErrorCode(error)])} onRetry={retry} />
      )}
    </Screen>
  );
}

function Told({ notification, stale }: { notification: Notification; stale: boolean }) {
  const { t } = useTranslation('notifications');
  const now = useServerNow(minute);
  const { title, text } = useNotificationWords()(notification);
  const action = notificationAction(notification);
  useReadOnceShown(notification);
  return (
    <Screen
      heading={title}
      lead={<RelativeTime value={notification.createdAt} now={now} />}
      footer={
        action === null ? null : (
          <ButtonLink
            to={action.to}
            variant={['pay', 'returnSlot'].includes(action.label) ? 'spark' : 'action'}
          >
            {t(($) => $.actions[action.label])}
          </ButtonLink>
        )
      }
    >
      {stale ? <Banner tone="info">{t(($) => $.old)}</Banner> : null}
      {text === null ? null : <p className={styles['body']}>{text}</p>}
      <Facts rows={useFacts(notification)} />
    </Screen>
  );
}

function useFacts({ createdAt, order, station, slot, amount, bonus, dueAt }: Notification) {
  const { t } = useTranslation('notifications');
  const rows: { label: string; value: ReactNode }[] = [
    { label: t(($) => $.facts.at), value: <DateTime value={createdAt} /> },
  ];
  const add = (label: string, value: ReactNode) => rows.push({ label, value });
  if (order !== null) {
    add(
      t(($) => $.facts.order),
      <Link to={`/history/detail?orderId=${order.id}`} className={styles['order']}>
        <bdi>{order.number}</bdi>
      </Link>,
    );
  }
  if (station !== null)
    add(
      t(($) => $.facts.station),
      station.name,
    );
  if (slot !== null)
    add(
      t(($) => $.facts.slot),
      slot,
    );
  if (dueAt !== null)
    add(
      t(($) => $.facts.due),
      <DateTime value={dueAt} />,
    );
  if (amount !== null)
    add(
      t(($) => $.facts.amount),
      <Money value={amount} />,
    );
  if (bonus !== null && bonus.amount > 0) {
    add(
      t(($) => $.facts.bonus),
      <Money value={bonus} />,
    );
  }
  return rows;
}

function useReadOnceShown({ id, readAt }: Notification): void {
  const [markRead] = useReadNotificationsMutation();
  const isUnread = readAt === null;
  const isTold = useRef(false);
  useEffect(() => {
    // Send this request only once per visit. If it fails, the notification becomes unread again, and the next visit
    // marks it as read.
    if (!isUnread || isTold.current) return;
    isTold.current = true;
    void markRead({ ids: [id] });
  }, [id, isUnread, markRead]);
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './notifications.module.css';
import { useGetUnreadQuery } from './notificationsApi.ts';

/** Returns the number of unread notifications. The number is 0 for guests, and while it is unknown. */
export function useUnreadCount(signedIn: boolean): number {
  const { data } = useGetUnreadQuery(undefined, {
    skip: !signedIn,
    refetchOnFocus: true,
  });
  return signedIn ? (data?.notifications ?? 0) : 0;
}

/**
 * The accessible name of the link to the notifications, with the number of unread notifications.
 */
export function useUnreadName(count: number): string {
  const { t } = useTranslation(['notifications', 'titles']);
  return count === 0 ? t(($) => $.titles.notification) : t(($) => $.nameUnread, { count });
}

/** The accessible name for a row that shows the number of unread notifications at its end. */
export function UnreadLabel({ label, count }: { label: string; count: number }) {
  const name = useUnreadName(count);
  if (count === 0) return label;
  return (
    <>
      <span aria-hidden="true">{label}</span>
      <span className="visually-hidden">{name}</span>
    </>
  );
}

export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles['count']} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** The bell icon, with a dot while a notification is unread. */
export function UnreadBell({ count, children }: { count: number; children: ReactNode }) {
  return <span className={`${styles['bell']} ${count > 0 ? styles['some'] : ''}`}>{children}</span>;
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './notifications.module.css';
import { useGetUnreadQuery } from './notificationsApi.ts';

/** How many the rider has not read; 0 while that is not known, and for guests. */
export function useUnreadCount(signedIn: boolean): number {
  const { data } = useGetUnreadQuery(undefined, {
    skip: !signedIn,
    refetchOnFocus: true,
  });
  return signedIn ? (data?.notifications ?? 0) : 0;
}

/** The name of the way to the notifications, with their number for who does not see it. */
export function useUnreadName(count: number): string {
  const { t } = useTranslation(['notifications', 'titles']);
  return count === 0 ? t(($) => $.titles.notification) : t(($) => $.nameUnread, { count });
}

/** The same as the label of a row, whose seen number stands at its end. */
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

/** The drawing of the bell, with a dot while something is unread. */
export function UnreadBell({ count, children }: { count: number; children: ReactNode }) {
  return <span className={`${styles['bell']} ${count > 0 ? styles['some'] : ''}`}>{children}</span>;
}

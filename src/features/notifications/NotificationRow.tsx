import { useTranslation } from 'react-i18next';
import type { Notification } from '../../../contract/notifications.ts';
import { RowLink } from '../../ui/link/RowLink.tsx';
import styles from './notifications.module.css';
import { RelativeTime } from './RelativeTime.tsx';
import { useNotificationWords } from './useNotificationWords.ts';

export interface NotificationRowProps {
  notification: Notification;
  now: number;
}

export function NotificationRow({ notification, now }: NotificationRowProps) {
  const { t } = useTranslation('notifications');
  const { title, text } = useNotificationWords()(notification);
  const isUnread = notification.readAt === null;
  return (
    <RowLink
      to={`/notification/detail?id=${notification.id}`}
      icon={<span className={isUnread ? styles['dot'] : undefined} />}
      label={isUnread ? <strong>{title}</strong> : <span className={styles['read']}>{title}</span>}
      detail={
        <span className={styles['detail']}>
          {text === null ? null : <span className={styles['text']}>{text}</span>}
          <RelativeTime value={notification.createdAt} now={now} />
        </span>
      }
      end={isUnread ? <span className="visually-hidden">{t(($) => $.unread)}</span> : null}
    />
  );
}

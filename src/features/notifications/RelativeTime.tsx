import { useTranslation } from 'react-i18next';
import { formatAgo, formatDateTime } from '../../lib/format/time.ts';

export interface RelativeTimeProps {
  /** ISO 8601. */
  value: string;
  /** In milliseconds since the epoch; a list passes the same time to all its rows. */
  now: number;
}

/**
 * The time since then, as the specification defines: `Just now`, `5 minutes ago`, … `2 years ago`.
 */
export function RelativeTime({ value, now }: RelativeTimeProps) {
  const { t, i18n } = useTranslation('notifications');
  const ago = formatAgo(now - Date.parse(value), i18n.language, 'long');
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {ago ?? t(($) => $.justNow)}
    </time>
  );
}

import { useTranslation } from 'react-i18next';
import { formatAgo, formatDateTime } from '../../lib/format/time.ts';

export interface RelativeTimeProps {
  /** The time in ISO 8601. */
  value: string;
  /**
   * The current time in milliseconds since the epoch. A list passes the same time to all its rows.
   */
  now: number;
}

/**
 * The time that has passed, in the format of the specification: `Just now`, `5 minutes ago`, … `2
 * years ago`.
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

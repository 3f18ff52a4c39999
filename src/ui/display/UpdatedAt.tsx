import { useTranslation } from 'react-i18next';
import { formatAgo, formatDateTime, useNow } from '../../lib/format/time.ts';

/**
 * Shows the age of the displayed data, such as `Updated 5 min ago`. `at` is in milliseconds since
 * the epoch.
 */
export function UpdatedAt({ at }: { at: number }) {
  const { t, i18n } = useTranslation('common');
  const exact = new Date(at).toISOString();
  const ago = formatAgo(useNow(20_000) - at, i18n.language);
  return (
    <time dateTime={exact} title={formatDateTime(exact)}>
      {ago === null ? t(($) => $.updatedNow) : t(($) => $.updatedAt, { time: ago })}
    </time>
  );
}

import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../api/serverClock.ts';
import { formatAgo, formatDateTime } from '../../lib/time.ts';

/** How old the counts shown are: `Updated 5 min ago`. The exact time is in the element. */
export function DataAge({ at }: { at: string }) {
  const { t, i18n } = useTranslation('common');
  const ago = formatAgo(useServerNow(20_000) - Date.parse(at), i18n.language);
  return (
    <span className="home-age">
      <time dateTime={at} title={formatDateTime(at)}>
        {ago === null ? t(($) => $.updatedNow) : t(($) => $.updatedAt, { time: ago })}
      </time>
    </span>
  );
}

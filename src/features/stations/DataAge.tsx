import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTime, useNow } from '../../lib/time.ts';

const halfDay = 12 * 3600_000;

/** When the counts shown were true: `Updated 1:05 PM`, with the day once it is not today any more. */
export function DataAge({ at }: { at: string }) {
  const { t } = useTranslation('common');
  const now = useNow(60_000);
  const time = now - Date.parse(at) < halfDay ? formatTime(at) : formatDateTime(at);
  return (
    <span className="home-age">
      <time dateTime={at}>{t(($) => $.updatedAt, { time })}</time>
    </span>
  );
}

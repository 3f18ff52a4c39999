import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../api/serverClock.ts';
import { formatAgo, formatDateTime } from '../../lib/format/time.ts';

/** How old the counts shown are: `Updated 5 min ago`. Pointed at, it says the exact time. */
export function DataAge({ at }: { at: string }) {
  const { t, i18n } = useTranslation('common');
  const ago = formatAgo(useServerNow(20_000) - Date.parse(at), i18n.language);
  // The first date that a page writes takes a slow device longer than the list does.
  const [isPointedAt, pointAt] = useState(false);
  const said = ago === null ? t(($) => $.updatedNow) : t(($) => $.updatedAt, { time: ago });
  // Keyed by its text: at the end of its line a longer one begins further left, which counts as a shift.
  return (
    <span className="home-age" key={said}>
      <time
        dateTime={at}
        title={isPointedAt ? formatDateTime(at) : undefined}
        onPointerEnter={() => pointAt(true)}
      >
        {said}
      </time>
    </span>
  );
}

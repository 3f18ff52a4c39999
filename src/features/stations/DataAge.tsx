import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../api/serverClock.ts';
import { formatAgo, formatDateTime } from '../../lib/format/time.ts';

/**
 * The age of the displayed counts, such as `Updated 5 min ago`. The exact time is in the tooltip.
 */
export function DataAge({ at }: { at: string }) {
  const { t, i18n } = useTranslation('common');
  const ago = formatAgo(useServerNow(20_000) - Date.parse(at), i18n.language);
  // Format the exact time only when the pointer is on the text. On a slow device, the first date of
  // a page takes longer to format than the whole list takes to render.
  const [isPointedAt, pointAt] = useState(false);
  const text = ago === null ? t(($) => $.updatedNow) : t(($) => $.updatedAt, { time: ago });
  // The key is the text, so that a new text is a new element. A right-aligned text that becomes
  // longer would count as a layout shift.
  return (
    <span className="home-age" key={text}>
      <time
        dateTime={at}
        title={isPointedAt ? formatDateTime(at) : undefined}
        onPointerEnter={() => pointAt(true)}
      >
        {text}
      </time>
    </span>
  );
}

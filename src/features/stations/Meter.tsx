import type { ReactNode } from 'react';
import type { StationSummary } from '../../../contract/stations.ts';

const most = 16;

/** The outline of one, from the middle of its line; the next begins ten to the right. */
const pill = 'a2.75 2.75 0 0 1 5.5 0v11a2.75 2.75 0 0 1-5.5 0z';

/**
 * A cabinet's slots as pills, beside the counts in words. Drawn with the classes of the first paint,
 * which the app must not move; a path for all of a kind, as lists show hundreds of them.
 */
export function Meter({
  chargers,
  freeSlots,
  slots,
}: Pick<StationSummary, 'chargers' | 'freeSlots' | 'slots'>) {
  if (slots <= 0) return null;
  const shown = Math.min(slots, most);
  const scale = shown / slots;
  const filled = Math.min(shown, Math.round(chargers * scale));
  const free = Math.min(shown - filled, Math.round(freeSlots * scale));
  return (
    <svg className="st-meter" viewBox={`0 0 ${shown * 10 - 3} 18`} aria-hidden="true">
      {pills('charger', 0, filled)}
      {pills('free', filled, free)}
      {pills('broken', filled + free, shown - filled - free)}
    </svg>
  );
}

function pills(kind: string, first: number, count: number): ReactNode {
  if (count <= 0) return null;
  const d = `M${first * 10 + 0.75} 3.5${Array<string>(count).fill(pill).join('m10 0')}`;
  return <path className={kind} d={d} />;
}

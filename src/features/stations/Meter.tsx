import type { StationSummary } from '../../../contract/stations.ts';

const most = 16;

/**
 * A cabinet's slots as pills, beside the counts in words. Drawn with the classes of the first paint,
 * which the app must not move.
 */
export function Meter({
  chargers,
  freeSlots,
  slots,
}: Pick<StationSummary, 'chargers' | 'freeSlots' | 'slots'>) {
  const shown = Math.min(slots, most);
  const scale = slots > 0 ? shown / slots : 0;
  const filled = Math.min(shown, Math.round(chargers * scale));
  const free = Math.min(shown - filled, Math.round(freeSlots * scale));
  return (
    <span className="st-meter" aria-hidden="true">
      {Array.from({ length: shown }, (_, index) => (
        <i key={index} className={kind(index, filled, free)} />
      ))}
    </span>
  );
}

function kind(index: number, filled: number, free: number): string | undefined {
  if (index < filled) return 'charger';
  return index < filled + free ? undefined : 'broken';
}

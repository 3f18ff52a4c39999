import { drawMeter } from '../../../contract/rules/format/meter.ts';
import type { Slots } from '../../../contract/rules/format/meter.ts';

/**
 * A cabinet's slots as pills, beside the counts in words. Drawn with the classes of the first paint,
 * which the app must not move.
 */
export function SlotMeter(slots: Slots) {
  const { viewBox, pills } = drawMeter(slots);
  return (
    <svg className="st-meter" viewBox={viewBox} aria-hidden="true">
      {pills.map(({ kind, d }) => (
        <path key={kind} className={kind} d={d} />
      ))}
    </svg>
  );
}

import { drawMeter } from '../../../contract/rules/format/meter.ts';
import type { Slots } from '../../../contract/rules/format/meter.ts';

/**
 * A cabinet's slots as pills, beside the counts as text. Uses the class names of the first screen,
 * so that nothing moves when the app replaces it.
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

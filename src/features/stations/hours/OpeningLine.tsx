import type { StationSummary } from '../../../../contract/stations.ts';
import { useHours } from './useHours.ts';

/** Whether the venue is open now, as a line of a row. */
export function OpeningLine({ station }: { station: StationSummary }) {
  return <span className="st-line">{useHours(station)}</span>;
}

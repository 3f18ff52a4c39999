import { drawMeter } from '../format/meter.ts';
import type { Slots } from '../format/meter.ts';
import type { Attributes, Child, CreateElement } from './element.ts';
import type { Purpose } from './purpose.ts';

/** The highest number of stations in a list, in the app and on the first screen. */
export const listLength = 20;

/**
 * Draws the slots of a cabinet as pills. The pills that the rider needs are in colour: chargers, or
 * for the purpose `return`, free slots. Screen readers ignore the pills, because the text beside
 * the pills contains the counts.
 */
export function slotMeter<Part>(
  h: CreateElement<Part>,
  slots: Slots,
  purpose: Purpose = 'rent',
): Part {
  const { viewBox, pills } = drawMeter(slots);
  const className = purpose === 'rent' ? 'st-meter' : 'st-meter to-return';
  return h(
    'svg',
    { className, viewBox, 'aria-hidden': 'true' },
    ...pills.map(({ kind, d }) => h('path', { className: kind, d })),
  );
}

/** The counts of a station, as pills and as text. */
export function stationCounts<Part>(h: CreateElement<Part>, meter: Part, counts: string): Part {
  return h('span', { className: 'st-counts' }, meter, h('span', null, counts));
}

/** A link with directions to a station. */
export interface Directions {
  href: string;
  /** The label for screen readers. It contains the name of the station. */
  label: string;
}

/**
 * A link with directions.
 *
 * @param icon the result of `directionsIcon`. The caller passes it, so that all rows of a list use
 * the same icon.
 */
export function directionsLink<Part>(
  h: CreateElement<Part>,
  { href, label }: Directions,
  icon: Part,
): Part {
  return h(
    'a',
    {
      className: 'st-go',
      href,
      target: '_blank',
      rel: 'noreferrer',
      'aria-label': label,
    },
    icon,
  );
}

export interface StationRowContent extends Directions {
  name: string;
  /** The address of the home page with the sheet of this station. */
  open: string;
  /** The address or the distance, and whether the station is closed. */
  place: string;
  counts: string;
}

/** A station in a list. The app adds attributes to the link, and a line with the opening hours. */
export function stationRow<Part>(
  h: CreateElement<Part>,
  content: StationRowContent,
  meter: Part,
  icon: Part,
  added?: Attributes,
  hours?: Child<Part>,
): Part {
  return h(
    'li',
    { className: 'st-row' },
    h(
      'a',
      { className: 'st-open', href: content.open, ...added },
      h('span', { className: 'st-name' }, content.name),
      h('span', { className: 'st-line' }, content.place),
      hours,
      stationCounts(h, meter, content.counts),
    ),
    directionsLink(h, content, icon),
  );
}

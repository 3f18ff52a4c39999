/**
 * The number of slots of each kind in a cabinet. Neither number includes a slot that is out of
 * order, or a slot whose charger cannot be rented.
 */
export interface Slots {
  /** Slots with a charger that can be rented. */
  chargers: number;
  freeSlots: number;
}

/** All slots of one kind, drawn as one path of an SVG. */
interface Pills {
  kind: 'charger' | 'free';
  d: string;
}

export interface Meter {
  viewBox: string;
  /** The list is empty if both counts are zero. */
  pills: Pills[];
}

/** The highest number of pills, because people cannot count more pills at a glance. */
const most = 16;
/**
 * The path of one pill. It runs along the middle of the drawn line. Together with the width of the
 * line, a pill is seven units wide and eighteen units high.
 */
const pill = 'a2.75 2.75 0 0 1 5.5 0v11a2.75 2.75 0 0 1-5.5 0z';
const step = 10;
const next = `m${step} 0${pill}`;

/**
 * Draws a row of pills: one pill for each slot that is counted in `Slots`. The slots with chargers
 * come first. If there are more than `most` slots, the row has `most` pills, and shows the two
 * kinds in proportion. One path contains all pills of a kind, because a list shows hundreds of
 * pills, and an element for each pill would slow down the first layout.
 */
export function drawMeter({ chargers, freeSlots }: Slots): Meter {
  const slots = chargers + freeSlots;
  const shown = Math.min(slots, most);
  const filled = Math.round((chargers * shown) / (slots || 1));
  const pillsOf = (kind: Pills['kind'], first: number, end: number): Pills[] =>
    end > first
      ? [{ kind, d: `M${first * step + 0.75} 3.5${pill}${next.repeat(end - first - 1)}` }]
      : [];
  return {
    viewBox: `0 0 ${(shown || 1) * step - 3} 18`,
    pills: [...pillsOf('charger', 0, filled), ...pillsOf('free', filled, shown)],
  };
}

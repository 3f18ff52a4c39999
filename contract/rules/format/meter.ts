/** How many of a cabinet's slots are what. */
export interface Slots {
  /** Slots with a charger to take. */
  chargers: number;
  freeSlots: number;
  /** All of them, those out of order as well. */
  slots: number;
}

/** Slots of one kind, as the path of an SVG. */
interface Pills {
  kind: 'charger' | 'free' | 'broken';
  d: string;
}

export interface Meter {
  viewBox: string;
  /** None of a cabinet without slots. */
  pills: Pills[];
}

/** More than this many pills are a texture, not a count. */
const most = 16;
/** The outline of one, seven wide and eighteen high, from the middle of its line. */
const pill = 'a2.75 2.75 0 0 1 5.5 0v11a2.75 2.75 0 0 1-5.5 0z';
const step = 10;
const next = `m${step} 0${pill}`;

/**
 * Draws a cabinet's slots as a row of pills, chargers first: a path for all of a kind, as lists show
 * hundreds of them, and an element for each would take most of the first layout.
 */
export function drawMeter({ chargers, freeSlots, slots }: Slots): Meter {
  const shown = Math.min(slots, most);
  const scale = shown / (slots || 1);
  const free = Math.min(shown, Math.round(chargers * scale));
  const broken = Math.min(shown, free + Math.round(freeSlots * scale));
  const pillsOf = (kind: Pills['kind'], first: number, end: number): Pills[] =>
    end > first
      ? [{ kind, d: `M${first * step + 0.75} 3.5${pill}${next.repeat(end - first - 1)}` }]
      : [];
  return {
    viewBox: `0 0 ${(shown || 1) * step - 3} 18`,
    pills: [
      ...pillsOf('charger', 0, free),
      ...pillsOf('free', free, broken),
      ...pillsOf('broken', broken, shown),
    ],
  };
}

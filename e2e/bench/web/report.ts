/** One line of the table. `of` is the value of the static page, if the comparison is useful. */
export interface Figure {
  what: string;
  value: number;
  of?: number;
  /** The lowest and the highest value. */
  spread: readonly [number, number];
  unit: string;
  /**
   * If `of` is set, this is the goal for the ratio of `value` to `of`. If not, this is the goal for
   * `value`.
   */
  goal: number;
  atLeast?: boolean;
  isMet: boolean;
}

const spreadOf = (values: readonly number[]): [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/**
 * The highest relative spread of the static page's times: the difference between the slowest and the fastest run,
 * divided by the median. If the spread is higher, the machine is too noisy for a comparison with the static page.
 */
const mostSpread = 0.3;

/** Prints the relative spread of the static page's times. Returns whether it is higher than `mostSpread`. */
export function reportNoise(what: string, statics: readonly number[]): boolean {
  const [least, most] = spreadOf(statics);
  const spread = (most - least) / median(statics);
  const isNoisy = spread > mostSpread;
  const verdict = isNoisy ? 'too much' : 'little enough';
  const percent = Math.round(spread * 100);
  process.stdout.write(`${what}: the static page varies by ${percent}%, ${verdict} to judge\n`);
  return isNoisy;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? NaN) + high) / 2;
}

/** Creates a figure that may be at most `goal` times the value of the static page. */
export function against(
  what: string,
  ours: readonly number[],
  statics: readonly number[],
  goal: number,
): Figure {
  const [value, of] = [median(ours), median(statics)];
  return { what, value, of, spread: spreadOf(ours), unit: 'ms', goal, isMet: value / of <= goal };
}

export function atMost(what: string, values: readonly number[], goal: number, unit = ''): Figure {
  const value = median(values);
  return { what, value, spread: spreadOf(values), unit, goal, isMet: value <= goal };
}

export function atLeast(what: string, values: readonly number[], goal: number): Figure {
  const value = median(values);
  return {
    what,
    value,
    spread: spreadOf(values),
    unit: '',
    goal,
    atLeast: true,
    isMet: value >= goal,
  };
}

const round = (value: number) => String(Math.round(value * 1000) / 1000);

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, of, spread, unit, goal, atLeast: isFloor, isMet }) => [
    isMet ? 'met' : 'MISSED',
    what,
    `${round(value)} ${unit}`.trim(),
    `${round(spread[0])} – ${round(spread[1])}`,
    of === undefined ? '' : `${round(of)} ${unit}`.trim(),
    of === undefined ? '' : `${(value / of).toFixed(2)} ×`,
    `${isFloor ? '≥' : '≤'} ${goal}${of === undefined ? '' : ' ×'}`,
  ]);
  const all = [['', 'figure, median', 'ours', 'spread', 'static page', 'ratio', 'goal'], ...rows];
  const widths = all[0]?.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  return all
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '))
    .join('\n');
}

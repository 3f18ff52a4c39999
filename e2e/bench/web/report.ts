/** One line of the table. `of` is the value of the static page, if the comparison is useful. */
export interface Figure {
  what: string;
  value: number;
  of?: number;
  unit: string;
  /** If `of` is set, the goal for the ratio to `of`. If not, the goal for the value. */
  goal: number;
  atLeast?: boolean;
  isMet: boolean;
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
  return { what, value, of, unit: 'ms', goal, isMet: value / of <= goal };
}

export function atMost(what: string, values: readonly number[], goal: number, unit = ''): Figure {
  const value = median(values);
  return { what, value, unit, goal, isMet: value <= goal };
}

export function atLeast(what: string, values: readonly number[], goal: number): Figure {
  const value = median(values);
  return { what, value, unit: '', goal, atLeast: true, isMet: value >= goal };
}

const round = (value: number) => String(Math.round(value * 1000) / 1000);

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, of, unit, goal, atLeast: isFloor, isMet }) => [
    isMet ? 'met' : 'MISSED',
    what,
    `${round(value)} ${unit}`.trim(),
    of === undefined ? '' : `${round(of)} ${unit}`.trim(),
    of === undefined ? '' : `${(value / of).toFixed(2)} ×`,
    `${isFloor ? '≥' : '≤'} ${goal}${of === undefined ? '' : ' ×'}`,
  ]);
  const all = [['', 'figure, median', 'ours', 'static page', 'ratio', 'goal'], ...rows];
  const widths = all[0]?.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  return all
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '))
    .join('\n');
}

export interface Spread {
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** Returns rounded percentiles. They are null if there are no measurements. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    return value === undefined ? null : Math.round(value);
  };
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Formats one row of the report. */
export function rowOf(name: string, { count, p50, p95, p99, max }: Spread): string {
  const cell = (value: number | null) => String(value ?? '-').padStart(9);
  return `${name.padEnd(36)}${cell(count)}${cell(p50)}${cell(p95)}${cell(p99)}${cell(max)}`;
}

/** The kinds of problems that the app offers. A wrong bill is disputed on the receipt of its order. */
export const problems = [
  'didNotComeOut',
  'doesNotCharge',
  'cannotReturn',
  'chargedWrongly',
  'cabinetBroken',
  'other',
] as const;
export type Problem = (typeof problems)[number];

export interface ReportDraft {
  problem: Problem | null;
  note: string;
  /** The station id as typed. */
  station: string;
  /** The serial number of the charger as typed. A draft of an older app has none. */
  charger?: string;
}

export function isProblem(value: unknown): value is Problem {
  return problems.some((problem) => problem === value);
}

export function isReportDraft(value: unknown): value is ReportDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'problem' in value &&
    (value.problem === null || isProblem(value.problem)) &&
    'note' in value &&
    typeof value.note === 'string' &&
    'station' in value &&
    typeof value.station === 'string' &&
    (!('charger' in value) || typeof value.charger === 'string')
  );
}

/** What a person can say is wrong; a charge has a way of its own, by the receipt of its order. */
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
  /** As typed. */
  station: string;
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
    typeof value.station === 'string'
  );
}

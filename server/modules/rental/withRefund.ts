import type { BillLine } from '../../../contract/rules/pricing/pricing.ts';

/** Adds a refund to the lines of a bill. A bill has one line for all refunds of support. */
export function withRefund(lines: readonly BillLine[], { kind, amount }: BillLine): BillLine[] {
  const others = lines.filter((line) => line.kind !== kind);
  return [...others, { kind, amount: refundsIn(lines) + amount }];
}

/** The sum of support's refunds, below zero. Bills of earlier versions may have several lines for them. */
export function refundsIn(lines: readonly BillLine[]): number {
  return lines
    .filter(({ kind }) => kind === 'supportRefund')
    .reduce((sum, { amount }) => sum + amount, 0);
}

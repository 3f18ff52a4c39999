import type { BillLine } from '../../../../contract/rules/pricing/pricing.ts';

/** Adds a refund of support to the lines of a bill. One line contains the sum of all these refunds. */
export function withRefund(lines: readonly BillLine[], { kind, amount }: BillLine): BillLine[] {
  const others = lines.filter((line) => line.kind !== kind);
  return [...others, { kind, amount: refundsIn(lines) + amount }];
}

/**
 * The sum of support's refunds, as a negative amount. Bills of earlier versions may have several lines of
 * refunds.
 */
export function refundsIn(lines: readonly BillLine[]): number {
  return lines
    .filter(({ kind }) => kind === 'supportRefund')
    .reduce((sum, { amount }) => sum + amount, 0);
}

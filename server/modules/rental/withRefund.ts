import type { BillLine } from '../../../contract/rules/pricing/pricing.ts';

/** A bill has one line for all refunds that support made. */
export function withRefund(lines: readonly BillLine[], { kind, amount }: BillLine): BillLine[] {
  const others = lines.filter((line) => line.kind !== kind);
  return [...others, { kind, amount: refundsIn(lines) + amount }];
}

/** What support refunded so far, as an amount below zero. Bills of earlier versions may have several lines. */
export function refundsIn(lines: readonly BillLine[]): number {
  return lines
    .filter(({ kind }) => kind === 'supportRefund')
    .reduce((sum, { amount }) => sum + amount, 0);
}

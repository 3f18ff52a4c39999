import type { DayDifference, DaySummary } from '../../modules/reconciliation/readDay.ts';
import { printable } from '../printable.ts';

/** The transactions of a day in one currency, as text for an operator. */
export function summaryLines(summary: DaySummary): string[] {
  const { provider, currency, counts, gross, fees, net, payouts } = summary;
  const kinds = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${provider} ${currency}\n`,
    `  transactions  ${kinds.join(', ')}\n`,
    `  gross         ${gross}\n`,
    `  fees          ${fees}\n`,
    `  net           ${net}\n`,
    `  payouts       ${payouts}\n`,
  ];
}

/** Describes a difference on one line. */
export function differenceLine(difference: DayDifference): string {
  const { provider, kind, currency, amount, details, explainedAt } = difference;
  const facts = Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const state = explainedAt ? `explained ${explainedAt.toISOString().slice(0, 10)}` : 'open';
  return `${printable([state, kind, provider, amount, currency, ...facts].join('  '))}\n`;
}

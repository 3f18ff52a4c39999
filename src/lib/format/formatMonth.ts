import { dateFormat } from './dateFormat.ts';

const monthFormat = dateFormat({ month: 'short', year: 'numeric' });

/** Formats a month, such as `Nov 2026`. Months are English in every language (section 5). */
export function formatMonth(at: string): string {
  return monthFormat(new Date(at));
}

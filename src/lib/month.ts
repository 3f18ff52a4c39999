const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });

/** `Nov 2026`: months are English in every language (section 5). */
export function formatMonth(at: string): string {
  return monthFormat.format(new Date(at));
}

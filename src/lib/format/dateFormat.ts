/**
 * Returns a function that formats dates as `en-US`. The format is created with the first date,
 * because that is slow and the start formats no date.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (at) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(at);
}

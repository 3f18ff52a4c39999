/**
 * Returns a function that formats dates as `en-US`. The first call creates the format, because
 * creating a format is slow and the start formats no date.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (at) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(at);
}

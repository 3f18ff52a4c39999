/**
 * Returns a function that formats dates as `en-US`. Creating a format is slow, and the start of the
 * app formats no date. Therefore only the first call creates the format.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (at) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(at);
}

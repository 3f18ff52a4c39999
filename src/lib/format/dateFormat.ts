/**
 * Writes dates as `en-US` does. What the device needs for that is made when a date is first written: it
 * takes a slow device longer than the code around it, and the start writes none.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (at) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(at);
}

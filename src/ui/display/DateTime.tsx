import { formatDateTime, formatTime } from '../../lib/format/time.ts';

export interface DateTimeProps {
  /** The time in ISO 8601. */
  value: string;
  show?: 'dateTime' | 'time' | undefined;
}

/** A date with its time, or only the time of day. The format is the same in every language. */
export function DateTime({ value, show = 'dateTime' }: DateTimeProps) {
  return (
    <time dateTime={value} lang="en">
      {show === 'time' ? formatTime(value) : formatDateTime(value)}
    </time>
  );
}

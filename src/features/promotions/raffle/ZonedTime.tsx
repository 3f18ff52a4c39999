import { formatInZone } from './zonedTime.ts';

export interface ZonedTimeProps {
  /** ISO 8601. */
  value: string;
  /** IANA time zone of the operator. */
  timeZone: string;
}

/** A time in the operator's time zone, which is named if the device's zone differs. */
export function ZonedTime({ value, timeZone }: ZonedTimeProps) {
  return (
    <time dateTime={value} lang="en">
      {formatInZone(value, timeZone)}
    </time>
  );
}

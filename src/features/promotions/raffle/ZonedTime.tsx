import { formatInZone } from './zonedTime.ts';

export interface ZonedTimeProps {
  /** The time in ISO 8601. */
  value: string;
  /** The operator's time zone, as an IANA name. */
  timeZone: string;
}

/** A time in the operator's time zone. The text contains the zone if the time differs on this device. */
export function ZonedTime({ value, timeZone }: ZonedTimeProps) {
  return (
    <time dateTime={value} lang="en">
      {formatInZone(value, timeZone)}
    </time>
  );
}

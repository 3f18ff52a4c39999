import { formatInZone } from './zonedTime.ts';

export interface ZonedTimeProps {
  /** ISO 8601. */
  value: string;
  /** IANA zone of whoever set it. */
  timeZone: string;
}

/** A moment that an operator set, in their zone, which is named where it is not the device's. */
export function ZonedTime({ value, timeZone }: ZonedTimeProps) {
  return (
    <time dateTime={value} lang="en">
      {formatInZone(value, timeZone)}
    </time>
  );
}

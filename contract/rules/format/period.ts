import { formatUnit } from './duration.ts';

/**
 * Formats a period such as `24 hours`: in hours if it is a whole number of hours, otherwise in minutes. It never uses
 * days, because tariffs use hours.
 */
export function formatPeriod(minutes: number, language: string): string {
  const isHours = minutes % 60 === 0;
  return formatUnit(isHours ? minutes / 60 : minutes, language, {
    unit: isHours ? 'hour' : 'minute',
  });
}

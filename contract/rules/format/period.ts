import { formatUnit } from './duration.ts';

/** A period such as `24 hours`: whole hours if possible, else minutes. Tariffs use hours, not days. */
export function formatPeriod(minutes: number, language: string): string {
  const isHours = minutes % 60 === 0;
  return formatUnit(isHours ? minutes / 60 : minutes, language, {
    unit: isHours ? 'hour' : 'minute',
  });
}

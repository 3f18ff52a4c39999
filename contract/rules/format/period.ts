import { numberFormat } from './numberFormat.ts';

/** A period such as `24 hours`: whole hours if possible, else minutes. Tariffs use hours, not days. */
export function formatPeriod(minutes: number, language: string): string {
  const isHours = minutes % 60 === 0;
  return numberFormat(language, {
    style: 'unit',
    unit: isHours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(isHours ? minutes / 60 : minutes);
}

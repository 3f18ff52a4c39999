import type { Language } from '../../../contract/config.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { fillTemplate, readTemplate } from './template.ts';
import { say, sayCount } from './words.ts';
import type { Words } from './words.ts';

/** The templates of the sheet, read out of the page once. */
export interface Templates {
  list: string;
  row: string;
  station: string;
}

export function readTemplates(page: string): Templates {
  return {
    list: readTemplate(page, 'paint-list'),
    row: readTemplate(page, 'paint-row'),
    station: readTemplate(page, 'paint-station'),
  };
}

function countsOf(station: StationSummary, words: Words, language: Language): string {
  if (!station.online) return say(words, 'stationOffline');
  return say(words, 'counts', {
    chargers: sayCount(words, language, 'chargers', station.chargers),
    freeSlots: sayCount(words, language, 'freeSlots', station.freeSlots),
  });
}

function textsOf(station: StationSummary, words: Words, language: Language) {
  const place = encodeURIComponent(`${station.lat},${station.lng}`);
  return {
    name: station.name,
    line: station.address,
    address: station.address,
    id: station.id,
    counts: countsOf(station, words, language),
    open: `/home?equip_id=${station.id}`,
    go: `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${place}`,
    directions: say(words, 'directionsTo', { name: station.name }),
  };
}

/** The sheet with the nearest stations. */
export function paintList(
  templates: Templates,
  stations: readonly StationSummary[],
  words: Words,
  language: Language,
): string {
  const rows = stations.map((station) =>
    fillTemplate(templates.row, { texts: textsOf(station, words, language), meter: station }),
  );
  return fillTemplate(templates.list, { texts: { ...words }, rows: rows.join('') });
}

/** The sheet of the station that a link opened. */
export function paintStation(
  templates: Templates,
  station: Station,
  words: Words,
  language: Language,
): string {
  return fillTemplate(templates.station, {
    texts: {
      ...words,
      ...textsOf(station, words, language),
      ...priceOf(station, words, language),
      unlockLink: `/payment/unlockChanger?equip_id=${station.id}`,
    },
    meter: station,
  });
}

function priceOf({ tariff }: Station, words: Words, language: Language) {
  const money = (amount: number) => formatMoney(amount, tariff.currency);
  const hourly = tariff.rateMinutes === 60;
  return {
    unlockFeeAmount: money(tariff.unlockFee),
    rateText: say(words, hourly ? 'ratePerHour' : 'ratePer', {
      amount: money(tariff.rate),
      period: formatPeriod(tariff.rateMinutes, language),
    }),
    capText: say(words, 'capPer', {
      amount: money(tariff.cap),
      period: formatPeriod(tariff.capMinutes, language),
    }),
  };
}

/** As the app writes amounts in running text, the same in every language: `$1,234.00`. */
function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Whole hours where they are, else minutes: `24 hours`. */
function formatPeriod(minutes: number, language: Language): string {
  const hours = minutes % 60 === 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: hours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(hours ? minutes / 60 : minutes);
}

import type { Language } from '../../../contract/config.ts';
import { directionsUrl } from '../../../contract/rules/places/directions.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { fillTemplate, readTemplate } from './template.ts';
import { say, sayCount } from './words.ts';
import type { Words } from './words.ts';

/** The templates of the bottom sheet, read from the page once. */
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

/** The data of the first screen besides the stations. */
export interface Paints {
  words: Words;
  language: Language;
  /** The operator's web map: only the app knows the device and the rider's choice. */
  webMap: string;
  now: Date;
}

function textsOf(station: StationSummary, { words, language, webMap, now }: Paints) {
  return {
    name: station.name,
    line: isOpenNow(station, now.getTime())
      ? station.address
      : `${station.address} · ${say(words, 'closed')}`,
    address: station.address,
    id: station.id,
    counts: countsOf(station, words, language),
    open: `/home?equip_id=${station.id}`,
    go: directionsUrl(webMap, station),
    directions: say(words, 'directionsTo', { name: station.name }),
  };
}

/** The sheet with the nearest stations. */
export function paintList(
  templates: Templates,
  stations: readonly StationSummary[],
  paints: Paints,
): string {
  const rows = stations.map((station) =>
    fillTemplate(templates.row, { texts: textsOf(station, paints), meter: station }),
  );
  return fillTemplate(templates.list, { texts: { ...paints.words }, rows: rows.join('') });
}

/** The sheet of the station that a link opened. */
export function paintStation(templates: Templates, station: Station, paints: Paints): string {
  return fillTemplate(templates.station, {
    texts: {
      ...paints.words,
      ...textsOf(station, paints),
      ...priceOf(station, paints),
      ...wayOn(station, paints.words),
    },
    meter: station,
  });
}

/** The text of the button under a station, and its link until the app takes over. */
function wayOn({ id, chargers }: Station, words: Words): { unlock: string; unlockLink: string } {
  if (chargers > 0) {
    return { unlock: say(words, 'unlock'), unlockLink: `/payment/unlockChanger?equip_id=${id}` };
  }
  // The app creates the watch; a click before it has started must not lead to the login.
  return { unlock: say(words, 'watchCharger'), unlockLink: `/home?equip_id=${id}` };
}

export function priceOf(
  { tariff }: Station,
  { words, language }: Pick<Paints, 'words' | 'language'>,
) {
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
    depositText:
      tariff.deposit > 0 ? say(words, 'depositHeld', { amount: money(tariff.deposit) }) : '',
  };
}

/** The app's format for amounts in running text, the same in every language: `$1,234.00`. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Whole hours if possible, else minutes: `24 hours`. */
function formatPeriod(minutes: number, language: Language): string {
  const hours = minutes % 60 === 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: hours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(hours ? minutes / 60 : minutes);
}

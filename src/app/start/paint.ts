import type { Language } from '../../../contract/config.ts';
import { directionsUrl } from '../../../contract/rules/places/directions.ts';
import { drawMeter } from '../../../contract/rules/format/meter.ts';
import { isOpenAt, putFirst } from '../../../contract/rules/places/openNow.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { aheadOf } from './startData.ts';
import type { Ahead, StartData } from './startData.ts';
import { formKey } from './startWords.ts';
import type { StartWords } from './startWords.ts';

// Does the same as server/modules/shell/paint.ts, for a page that came from the service worker. Uses only
// `textContent` and attributes, never HTML.

const listLength = 20;

type Values = Record<string, string | number>;

function textFor(words: StartWords, key: string, values: Values = {}): string {
  return (words[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}

/**
 * Plural forms are saved with the words: creating `Intl.PluralRules` is slow, and the first frame waits
 * for this.
 */
function countText(words: StartWords, key: string, count: number): string {
  const form = words[formKey(count)] ?? 'other';
  return textFor(words, `${key}_${form}`, { count });
}

/** Uses saved time zone offsets for the same reason: creating a date format is slow. */
function isOpen({ hours, timeZone }: StationSummary, ahead: Ahead): boolean {
  // The device clock is exact enough for opening hours.
  const stationTime = new Date(Date.now() + (ahead[timeZone] ?? 0) * 60_000);
  const minute = stationTime.getHours() * 60 + stationTime.getMinutes();
  return isOpenAt(hours, { weekday: (stationTime.getDay() + 6) % 7, minute });
}

function template(id: string): DocumentFragment {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLTemplateElement)) throw new Error(`The page has no template ${id}`);
  return document.importNode(found.content, true);
}

function fill(part: ParentNode, texts: Record<string, unknown>): void {
  // One query for all placeholders: twenty rows are filled before the first frame.
  for (const element of part.querySelectorAll('[data-fill],[data-href],[data-label]')) {
    const text = (placeholder: string) => texts[element.getAttribute(`data-${placeholder}`) ?? ''];
    const [words, href, label] = [text('fill'), text('href'), text('label')];
    if (typeof words === 'string') element.textContent = words;
    if (typeof href === 'string') element.setAttribute('href', href);
    if (typeof label === 'string') element.setAttribute('aria-label', label);
  }
}

function paintMeter(part: ParentNode, station: StationSummary): void {
  const meter = part.querySelector('[data-meter]');
  const { viewBox, pills } = drawMeter(station);
  meter?.setAttribute('viewBox', viewBox);
  for (const { kind, d } of pills) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', kind);
    path.setAttribute('d', d);
    meter?.append(path);
  }
}

function textsOf(station: StationSummary, { config }: StartData, words: StartWords, ahead: Ahead) {
  return {
    name: station.name,
    line: isOpen(station, ahead)
      ? station.address
      : `${station.address} · ${textFor(words, 'closed')}`,
    address: station.address,
    id: station.id,
    open: `/home?equip_id=${station.id}`,
    go: directionsUrl(config.map.directionsUrl, station),
    directions: textFor(words, 'directionsTo', { name: station.name }),
    counts: station.online
      ? textFor(words, 'counts', {
          chargers: countText(words, 'chargers', station.chargers),
          freeSlots: countText(words, 'freeSlots', station.freeSlots),
        })
      : textFor(words, 'stationOffline'),
  };
}

/**
 * If the station has no charger, the button must not lead to the unlock page, which would require a login
 * for nothing.
 */
function unlockTexts({ id, chargers }: Station, words: StartWords) {
  return chargers > 0
    ? { unlock: words['unlock'], unlockLink: `/payment/unlockChanger?equip_id=${id}` }
    : { unlock: words['watchCharger'] ?? words['unlock'], unlockLink: `/home?equip_id=${id}` };
}

function priceOf({ tariff }: Station, words: StartWords, language: Language) {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: tariff.currency,
    currencyDisplay: 'narrowSymbol',
  });
  const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const period = (minutes: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: minutes % 60 === 0 ? 'hour' : 'minute',
      unitDisplay: 'long',
    }).format(minutes % 60 === 0 ? minutes / 60 : minutes);
  return {
    unlockFeeAmount: format.format(tariff.unlockFee / unit),
    rateText: textFor(words, tariff.rateMinutes === 60 ? 'ratePerHour' : 'ratePer', {
      amount: format.format(tariff.rate / unit),
      period: period(tariff.rateMinutes),
    }),
    capText: textFor(words, 'capPer', {
      amount: format.format(tariff.cap / unit),
      period: period(tariff.capMinutes),
    }),
    depositText:
      tariff.deposit > 0
        ? textFor(words, 'depositHeld', { amount: format.format(tariff.deposit / unit) })
        : '',
  };
}

function paintStation(
  station: Station,
  early: StartData,
  words: StartWords,
  language: Language,
): DocumentFragment {
  const sheet = template('paint-station');
  fill(sheet, {
    ...words,
    ...textsOf(station, early, words, aheadOf(early)),
    ...priceOf(station, words, language),
    ...unlockTexts(station, words),
  });
  paintMeter(sheet, station);
  return sheet;
}

function paintList(early: StartData, words: StartWords): DocumentFragment {
  const ahead = aheadOf(early);
  const sheet = template('paint-list');
  fill(sheet, { ...words });
  const { lat, lng } = early.config.map.center;
  const lngScale = Math.cos((lat * Math.PI) / 180);
  // The distances are short enough for a flat projection.
  const distance = (station: StationSummary) =>
    (station.lat - lat) ** 2 + ((station.lng - lng) * lngScale) ** 2;
  const sorted = early.tiles
    .flatMap((tile) => tile.stations)
    .sort((a, b) => distance(a) - distance(b));
  const nearest = putFirst(sorted, (station) => isOpen(station, ahead)).slice(0, listLength);
  const rows = document.createDocumentFragment();
  for (const station of nearest) {
    const row = template('paint-row');
    fill(row, textsOf(station, early, words, ahead));
    paintMeter(row, station);
    rows.append(row);
  }
  sheet.querySelector('[data-rows]')?.append(rows);
  return sheet;
}

/**
 * Paints home from data that is already available: the linked station if the data contains it, else the
 * list.
 */
export function paintHome(
  early: StartData,
  linked: string | null,
  words: StartWords,
  language: Language,
): void {
  const place = document.querySelector('[data-sheet]');
  if (linked !== null && early.station?.id !== linked) return;
  if (early.tiles.every((tile) => tile.stations.length === 0) && early.station === null) return;
  const sheet =
    linked !== null && early.station
      ? paintStation(early.station, early, words, language)
      : paintList(early, words);
  fill(document, { ...words });
  place?.replaceChildren(sheet);
}

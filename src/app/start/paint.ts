import type { Language } from '../../../contract/config.ts';
import {
  listedStations,
  paintedRowContent,
  paintedSheetContent,
} from '../../../contract/rules/firstScreen/paintedContent.ts';
import type { PaintedData } from '../../../contract/rules/firstScreen/paintedContent.ts';
import { slotMeter } from '../../../contract/rules/firstScreen/stationRow.ts';
import { stationFacts } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { textsOf } from '../../../contract/rules/firstScreen/texts.ts';
import { isOpenAt } from '../../../contract/rules/places/openNow.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { createNode } from './createNode.ts';
import type { StartData } from '../../lib/page/startData.ts';
import { aheadOf, priceIn, type Ahead } from './lastVisitData.ts';
import { formKey } from './startWords.ts';
import type { StartWords } from './startWords.ts';

// Fills the templates of the first screen, which the build creates (see
// contract/rules/firstScreen/templates.ts). This code sets only text and attributes, and never
// HTML.

function template(id: string): DocumentFragment {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLTemplateElement)) throw new Error(`The page has no template ${id}`);
  return document.importNode(found.content, true);
}

function fill(part: ParentNode, values: object): void {
  const texts = new Map<string, unknown>(Object.entries(values));
  for (const element of part.querySelectorAll('[data-fill]')) {
    for (const placeholder of (element.getAttribute('data-fill') ?? '').split(' ')) {
      const [target = '', name = ''] = placeholder.split(':');
      const text = texts.get(name);
      if (typeof text !== 'string') continue;
      if (target === 'text') element.textContent = text;
      else element.setAttribute(target, text);
    }
  }
}

function fillStation(id: string, content: object, station: StationSummary): DocumentFragment {
  const part = template(id);
  fill(part, content);
  part.querySelector('.st-meter')?.replaceWith(slotMeter(createNode, station));
  return part;
}

function paintStation(
  station: Station,
  price: readonly Fact[],
  data: PaintedData,
): DocumentFragment {
  const sheet = fillStation('paint-station', paintedSheetContent(station, data), station);
  const facts = stationFacts(createNode, data.texts, station.id, price);
  sheet.querySelector('.st-facts')?.append(...facts);
  if (station.paused) sheet.querySelector('.home-foot')?.remove();
  if (station.photo === null) sheet.querySelector('.st-photo')?.remove();
  else if (!station.photoBlur) sheet.querySelector('.st-photo img')?.remove();
  return sheet;
}

function paintList(
  stations: readonly StationSummary[],
  words: StartWords,
  data: PaintedData,
): DocumentFragment {
  const sheet = template('paint-list');
  fill(sheet, words);
  const rows = stations.map((station) =>
    fillStation('paint-row', paintedRowContent(station, data), station),
  );
  sheet.querySelector('.st-list')?.append(...rows);
  return sheet;
}

/**
 * Returns whether a station is open. Uses saved time zone offsets, because it is slow to create a
 * date format, and the first frame waits for this function.
 */
function isOpen({ hours, timeZone }: StationSummary, ahead: Ahead): boolean {
  // The device clock is exact enough for opening hours.
  const stationTime = new Date(Date.now() + (ahead[timeZone] ?? 0) * 60_000);
  const minute = stationTime.getHours() * 60 + stationTime.getMinutes();
  return isOpenAt(hours, { weekday: (stationTime.getDay() + 6) % 7, minute });
}

/**
 * Paints home from data that is already available: the list, or the station of a link. The skeleton
 * stays if the list is empty, if the data of the linked station is missing, or if its price is
 * missing or in another language.
 */
export function paintHome(
  early: StartData,
  linked: string | null,
  words: StartWords,
  language: Language,
): void {
  const { config, tiles, station } = early;
  const ahead = aheadOf(early);
  const data: PaintedData = {
    // The strings contain the plural form for each count, because it is also slow to create
    // `Intl.PluralRules`.
    texts: textsOf(
      (key) => words[key] ?? '',
      (count) => words[formKey(count)] ?? 'other',
    ),
    webMap: config.map.directionsUrl,
    isOpen: (listed) => isOpen(listed, ahead),
  };
  const paintSheet = () => {
    if (linked === null) {
      const stations = listedStations(tiles, config.map.center, data.isOpen);
      return stations.length > 0 ? paintList(stations, words, data) : null;
    }
    const price = priceIn(early, language);
    return station?.id === linked && price ? paintStation(station, price, data) : null;
  };
  const sheet = paintSheet();
  if (sheet === null) return;
  fill(document, words);
  document.querySelector('.home-body')?.replaceChildren(sheet);
}

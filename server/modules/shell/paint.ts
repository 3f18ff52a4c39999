import type { Language } from '../../../contract/config.ts';
import { createHtml } from '../../../contract/rules/firstScreen/html.ts';
import type { Html } from '../../../contract/rules/firstScreen/html.ts';
import { directionsIcon } from '../../../contract/rules/firstScreen/icons.ts';
import {
  paintedHome,
  paintedList,
  paintedSkeleton,
  paintedStation,
} from '../../../contract/rules/firstScreen/painted.ts';
import type { ServerParts } from '../../../contract/rules/firstScreen/painted.ts';
import {
  listedStations,
  paintedRowContent,
  paintedSheetContent,
} from '../../../contract/rules/firstScreen/paintedContent.ts';
import type { PaintedData } from '../../../contract/rules/firstScreen/paintedContent.ts';
import { priceFacts } from '../../../contract/rules/firstScreen/priceFacts.ts';
import { slotMeter, stationRow } from '../../../contract/rules/firstScreen/stationRow.ts';
import { nextNotice, stationFacts } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import { distanceMetres, walkingMinutes } from '../../../contract/rules/places/distance.ts';
import type { Station, StationSummary, StationTile } from '../../../contract/stations.ts';
import { textOf, walkText } from './words.ts';
import type { Words } from './words.ts';

interface ServerData extends PaintedData {
  language: Language;
}

/** The stations on the first screen. */
export interface PaintedStations {
  /** The linked station. The first screen shows it instead of the list. */
  station: Station | null;
  /** The nearest station with a charger, if the linked station has none. */
  next: StationSummary | null;
  tiles: readonly StationTile[];
  center: { lat: number; lng: number };
  /** Whether the server paints a map on the first screen. */
  hasMap: boolean;
  /** Whether the first screen requests the photo of the linked station. Otherwise the app requests it. */
  showsPhoto: boolean;
}

/** The first screen as HTML: the linked station, or the stations nearest to the centre of the map. */
export function paintHome(
  { station, next, tiles, center, hasMap, showsPhoto }: PaintedStations,
  words: Words,
  data: ServerData,
): string {
  const texts = {
    home: textOf(words, 'home'),
    menu: textOf(words, 'menu'),
    notification: textOf(words, 'notification'),
    search: textOf(words, 'search'),
    // Only a page with a map contains the style of this button.
    ...(hasMap && {
      locate: {
        useLocation: textOf(words, 'useLocation'),
        locationWhy: textOf(words, 'locationWhy'),
      },
    }),
  };
  const sheet = station
    ? paintStation(station, data, {
        photo: showsPhoto ? paintPhoto(station, words) : null,
        notice: next && paintNext(station, next, words, data),
      })
    : paintList(listedStations(tiles, center, data.isOpen), data);
  return paintedHome(createHtml, texts, sheet).html;
}

function paintList(stations: readonly StationSummary[], data: ServerData): Html[] {
  // In a city with many stations, the tiles contain only counts. The first screen then shows skeletons until the app
  // has requested the nearest stations.
  if (stations.length === 0) return paintedSkeleton(createHtml);
  const { texts } = data;
  const icon = directionsIcon(createHtml);
  const rows = stations.map((station) =>
    stationRow(createHtml, paintedRowContent(station, data), slotMeter(createHtml, station), icon),
  );
  const own = { around: texts.say('around'), scanToRent: texts.say('scanToRent') };
  return paintedList(createHtml, own, rows);
}

function paintNext(
  empty: Station,
  next: StationSummary,
  words: Words,
  { language }: ServerData,
): Html {
  const walk = walkText(language, walkingMinutes(distanceMetres(empty, next)));
  const text = textOf(words, 'nextStation', { name: next.name, walk });
  const show = textOf(words, 'nextStationShow');
  return nextNotice(createHtml, text, { href: stationPath(next.id), show });
}

/**
 * Creates the photo of a station. The photo covers a large part of the screen, and on a slow phone
 * the app would show it seconds later. The photo is lazy, so that the browser requests it after the
 * first frame. Its priority is low, so that it does not delay the scripts.
 */
function paintPhoto({ photo, name }: Station, words: Words): Html | null {
  if (photo === null) return null;
  const alt = textOf(words, 'stationPhoto', { name });
  return createHtml('img', { src: photo, alt, loading: 'lazy', fetchpriority: 'low' });
}

function paintStation(station: Station, data: ServerData, parts: ServerParts<Html>): Html[] {
  const { texts, language } = data;
  return paintedStation(
    createHtml,
    paintedSheetContent(station, data),
    slotMeter(createHtml, station),
    stationFacts(createHtml, texts, station.id, priceFacts(texts.say, station.tariff, language)),
    parts,
  );
}

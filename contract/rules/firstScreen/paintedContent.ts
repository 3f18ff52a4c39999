import type { Station, StationSummary, StationTile } from '../../stations.ts';
import { unlockPath } from '../app/unlockPath.ts';
import { directionsUrl } from '../places/directions.ts';
import { putFirst } from '../places/openNow.ts';
import type { PaintedStationContent } from './painted.ts';
import { listLength } from './stationRow.ts';
import type { Directions, StationRowContent } from './stationRow.ts';
import { countsText, placeText, rowContent, stationPath } from './stationTexts.ts';
import type { Texts } from './texts.ts';

/** The data of the first screen besides the stations. */
export interface PaintedData {
  texts: Texts;
  /**
   * The template of the links to the operator's web map. The links cannot open a map app instead,
   * because only the app knows the device and the map app that the rider chose.
   */
  webMap: string;
  isOpen: (station: StationSummary) => boolean;
}

/**
 * The stations to list, at most `listLength`: the open stations first, then the others. Within both groups, the nearest
 * station comes first.
 */
export function listedStations(
  tiles: readonly StationTile[],
  { lat, lng }: { lat: number; lng: number },
  isOpen: PaintedData['isOpen'],
): StationSummary[] {
  // The distances are short enough for a flat projection.
  const lngScale = Math.cos((lat * Math.PI) / 180);
  const distance = (station: StationSummary) =>
    (station.lat - lat) ** 2 + ((station.lng - lng) * lngScale) ** 2;
  const sorted = tiles
    .flatMap((tile) => tile.stations)
    .sort((a, b) => distance(a) - distance(b) || (a.id < b.id ? -1 : 1));
  return putFirst(sorted, isOpen).slice(0, listLength);
}

function directionsTo(station: StationSummary, { texts, webMap }: PaintedData): Directions {
  return {
    href: directionsUrl(webMap, station),
    label: texts.say('directionsTo', { name: station.name }),
  };
}

export function paintedRowContent(station: StationSummary, data: PaintedData): StationRowContent {
  return rowContent(data.texts, station, directionsTo(station, data), data.isOpen(station));
}

export function paintedSheetContent(station: Station, data: PaintedData): PaintedStationContent {
  const { texts } = data;
  const { id, name, address, chargers, photo, photoBlur } = station;
  return {
    name,
    address: placeText(texts, address, data.isOpen(station)),
    counts: countsText(texts, station),
    close: texts.say('closeStation'),
    hasPhoto: photo !== null,
    blur: photoBlur,
    ...directionsTo(station, data),
    hasAction: !station.paused,
    // Only the app can create a watch. Until the app runs, the button must not lead to the unlock page,
    // which would require a login for nothing.
    ...(chargers > 0
      ? { action: texts.say('unlock'), actionPath: unlockPath(id), actionLook: 'home-cta' }
      : {
          action: texts.say('watchCharger'),
          actionPath: stationPath(id),
          actionLook: 'home-cta home-watch',
        }),
  };
}

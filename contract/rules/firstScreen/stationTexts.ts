import type { StationSummary } from '../../stations.ts';
import type { Purpose } from './purpose.ts';
import type { Directions, StationRowContent } from './stationRow.ts';
import type { CountedKey, Texts } from './texts.ts';

type Counts = Pick<StationSummary, CountedKey>;

/** The counts as texts such as `6 chargers`, each in the plural form of its number. */
export function countedWords(texts: Texts, { chargers, freeSlots }: Counts) {
  return {
    chargers: texts.count('chargers', chargers),
    freeSlots: texts.count('freeSlots', freeSlots),
  };
}

/**
 * Returns the counts, such as `6 chargers · 2 free slots`. The count that the rider needs comes first. If the cabinet
 * is offline, the text says this instead, and contains no counts. If the cabinet is online but the station is paused,
 * the text begins with `Returns only`, and contains only the free slots. For an offline cabinet and the purpose
 * `return`, the text also says that the cabinet will report the return later, because an offline cabinet stores its
 * events and sends them later.
 */
export function countsText(
  texts: Texts,
  station: Counts & Pick<StationSummary, 'online' | 'paused'>,
  purpose: Purpose = 'rent',
): string {
  const ending = purpose === 'rent' ? '' : 'ToReturn';
  if (!station.online) return texts.say(`stationOffline${ending}`);
  if (station.paused) return texts.say('stationPaused', countedWords(texts, station));
  return texts.say(`counts${ending}`, countedWords(texts, station));
}

/** The address of the home page with the sheet of a station. */
export const stationPath = (id: string) => `/home?equip_id=${id}`;

/**
 * Returns the address or the distance of a station. If the station is closed, puts "Closed now ·" before it. In the
 * other order, the separator would often be the last character of a line.
 *
 * @param where the address or the distance.
 */
export function placeText(texts: Texts, where: string, isOpen: boolean): string {
  return isOpen ? where : `${texts.say('closed')} · ${where}`;
}

/**
 * The texts and the links of a station in a list.
 *
 * @param isOpen if false, the text also says that the station is closed.
 * @param where the address or the distance of the station.
 */
export function rowContent(
  texts: Texts,
  station: StationSummary,
  directions: Directions,
  isOpen: boolean,
  where = station.address,
  purpose?: Purpose,
): StationRowContent {
  return {
    name: station.name,
    open: stationPath(station.id),
    place: placeText(texts, where, isOpen),
    counts: countsText(texts, station, purpose),
    ...directions,
  };
}

import type { ReactNode } from 'react';
import type { Purpose } from '../../../contract/rules/firstScreen/purpose.ts';
import { directionsIcon } from '../../../contract/rules/firstScreen/icons.ts';
import { slotMeter, stationRow } from '../../../contract/rules/firstScreen/stationRow.ts';
import { rowContent } from '../../../contract/rules/firstScreen/stationTexts.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import { useServerNow } from '../../api/serverClock.ts';
import type { OpenedFrom } from './closeTarget.ts';
import { useDirections } from './location/directions.ts';
import type { NearStation } from './nearby/nearby.ts';
import { serves } from './nearby/serves.ts';
import { useStationWords } from './useStationWords.ts';
import { element } from '../../ui/link/element.ts';

const icon = directionsIcon(element);

export interface StationRowProps extends RowBasics {
  station: NearStation;
  /** True if the distance is measured from the user's position. */
  hasDistance: boolean;
  /**
   * What the user searches for: a charger, or a free slot. The drawn slots of this kind are in
   * colour. The row of a station that has none is dimmed.
   */
  purpose?: Purpose | undefined;
  /**
   * The opening hours on a separate line. Without this line, the row shows a note if the venue is
   * closed now, and no hours.
   */
  hours?: ReactNode;
  /** The address of the list. When the rider closes the station, the list opens again. */
  openedFrom?: string | undefined;
}

/** Values that all rows of a list share. */
export interface RowBasics {
  words: ReturnType<typeof useStationWords>;
  directions: ReturnType<typeof useDirections>;
  /** The server time in milliseconds since the epoch. */
  now: number;
}

/**
 * Returns the values that all rows share. The list calls this once, because calling the hooks in each of
 * twenty rows would be slow.
 */
export function useRowBasics(): RowBasics {
  return { words: useStationWords(), directions: useDirections(), now: useServerNow(60_000) };
}

/** A station in a list, with counts, distance and directions. */
export function StationRow({
  station,
  hasDistance,
  purpose,
  hours,
  openedFrom,
  words,
  directions,
  now,
}: StationRowProps) {
  const where = hasDistance ? words.way(station.metres) : station.address;
  const isOpen = hours !== undefined || isOpenNow(station, now);
  const content = rowContent(words, station, directions(station), isOpen, where, purpose);
  const added = {
    state: openedFrom === undefined ? undefined : ({ openedFrom } satisfies OpenedFrom),
    'data-dimmed': purpose === undefined || serves(station, purpose) ? undefined : '',
  };
  return stationRow(element, content, slotMeter(element, station, purpose), icon, added, hours);
}

import type { ReactNode } from 'react';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import { useServerNow } from '../../api/serverClock.ts';
import type { OpenedFrom } from './closeTarget.ts';
import { useDirections } from './location/directions.ts';
import type { Directions } from './location/directions.ts';
import { DirectionsIcon } from './icons.tsx';
import { SlotMeter } from './SlotMeter.tsx';
import type { NearStation } from './nearby/nearby.ts';
import { useStationWords } from './useStationWords.ts';
import { Link } from '../../ui/link/Link.tsx';

export interface StationRowProps extends RowBasics {
  station: NearStation;
  /** Whether its distance is from the person's position. */
  hasDistance: boolean;
  /** What the person looks for: a charger, or a free slot. */
  purpose?: 'rent' | 'return' | undefined;
  /** Shows the opening hours on a separate line; without it, only closed stations are labelled. */
  hours?: ReactNode;
  /** The address of the list, to which closing the station leads back. */
  openedFrom?: string | undefined;
}

/** Values that all rows of a list share. */
export interface RowBasics {
  words: ReturnType<typeof useStationWords>;
  directions: ReturnType<typeof useDirections>;
  /** The server's clock, in milliseconds since the epoch. */
  now: number;
}

/** From the list: calling the hook in each of twenty rows would be slow. */
export function useRowBasics(): RowBasics {
  return { words: useStationWords(), directions: useDirections(), now: useServerNow(60_000) };
}

/** A station in a list: counts, distance and directions. */
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
  return (
    <li className="st-row">
      <Link
        className="st-open"
        to={`/home?equip_id=${station.id}`}
        state={openedFrom === undefined ? undefined : ({ openedFrom } satisfies OpenedFrom)}
      >
        <span className="st-name">{station.name}</span>
        <span className="st-line">
          {hours === undefined && !isOpenNow(station, now) ? `${where} · ${words.closed()}` : where}
        </span>
        {hours}
        <span className="st-counts">
          <SlotMeter {...station} />
          <span>{words.counts(station, purpose)}</span>
        </span>
      </Link>
      <DirectionsLink {...directions(station)} />
    </li>
  );
}

export function DirectionsLink({ href, label }: Directions) {
  return (
    <a className="st-go" href={href} target="_blank" rel="noreferrer" aria-label={label}>
      <DirectionsIcon />
    </a>
  );
}

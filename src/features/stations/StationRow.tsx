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
  /** Whether its distance is one from where the person is. */
  hasDistance: boolean;
  /** What the person looks for: a charger, or a slot to put one into. */
  purpose?: 'rent' | 'return' | undefined;
  /** A line of its own that says whether it is open; without one only what is closed is told so. */
  hours?: ReactNode;
  /** The list's own address, where closing the station is to lead back to it. */
  openedFrom?: string | undefined;
}

/** What all rows of a list need alike. */
export interface RowBasics {
  words: ReturnType<typeof useStationWords>;
  directions: ReturnType<typeof useDirections>;
  /** The server's clock, in milliseconds since the epoch. */
  now: number;
}

/** Asked for by the list: twenty rows would take a slow device twenty times as long. */
export function useRowBasics(): RowBasics {
  return { words: useStationWords(), directions: useDirections(), now: useServerNow(60_000) };
}

/** A station in a list: what it has, how far it is, and the way there. */
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

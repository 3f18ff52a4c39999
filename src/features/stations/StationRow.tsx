import type { ReactNode } from 'react';
import { isOpenNow } from '../../../contract/rules/openNow.ts';
import { useServerNow } from '../../api/serverClock.ts';
import type { OpenedFrom } from './closeTarget.ts';
import { useDirectionsLink } from './directions.ts';
import { DirectionsIcon } from './icons.tsx';
import { Meter } from './Meter.tsx';
import type { NearStation } from './nearby.ts';
import { useStationWords } from './useStationWords.ts';
import { Link } from '../../ui/Link.tsx';

export interface StationRowProps {
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

/** A station in a list: what it has, how far it is, and the way there. */
export function StationRow({ station, hasDistance, purpose, hours, openedFrom }: StationRowProps) {
  const words = useStationWords();
  const isClosed = !isOpenNow(station, useServerNow(60_000));
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
          {hours === undefined && isClosed ? `${where} · ${words.closed()}` : where}
        </span>
        {hours}
        <span className="st-counts">
          <Meter {...station} />
          <span>{words.counts(station, purpose)}</span>
        </span>
      </Link>
      <Directions station={station} words={words} />
    </li>
  );
}

export interface DirectionsProps {
  station: Pick<NearStation, 'lat' | 'lng' | 'name'>;
  /** Of whoever shows it: twenty rows would each ask for them twice. */
  words: ReturnType<typeof useStationWords>;
}

export function Directions({ station, words }: DirectionsProps) {
  const link = useDirectionsLink(station);
  return (
    <a
      className="st-go"
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={words.directionsTo(station)}
    >
      <DirectionsIcon />
    </a>
  );
}

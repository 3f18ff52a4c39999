import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { directionsLink } from './directions.ts';
import { DirectionsIcon } from './icons.tsx';
import { Meter } from './Meter.tsx';
import type { NearStation } from './nearby.ts';
import { useStationWords } from './useStationWords.ts';

export interface StationRowProps {
  station: NearStation;
  /** Whether its distance is one from where the person is. */
  hasDistance: boolean;
  /** What the person looks for: a charger, or a slot to put one into. */
  purpose?: 'rent' | 'return' | undefined;
}

/** A station in a list: what it has, how far it is, and the way there. */
export function StationRow({ station, hasDistance, purpose }: StationRowProps) {
  const words = useStationWords();
  return (
    <li className="st-row">
      <Link className="st-open" to={`/home?equip_id=${station.id}`}>
        <span className="st-name">{station.name}</span>
        <span className="st-line">{hasDistance ? words.way(station.metres) : station.address}</span>
        <span className="st-counts">
          <Meter {...station} />
          <span>{words.counts(station, purpose)}</span>
        </span>
      </Link>
      <Directions station={station} />
    </li>
  );
}

export function Directions({ station }: { station: Pick<NearStation, 'lat' | 'lng' | 'name'> }) {
  const { t } = useTranslation('stations');
  return (
    <a
      className="st-go"
      href={directionsLink(station)}
      target="_blank"
      rel="noreferrer"
      aria-label={t(($) => $.directionsTo, { name: station.name })}
    >
      <DirectionsIcon />
    </a>
  );
}

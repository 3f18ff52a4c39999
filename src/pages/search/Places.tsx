import { skipToken } from '@reduxjs/toolkit/query/react';
import { MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../../contract/geo.ts';
import { useSearchPlacesQuery } from '../../features/stations/searchApi.ts';
import type { Point } from '../../lib/format/geo.ts';
import styles from './search.module.css';

export interface PlacesProps {
  q: string;
  near: Point;
  onChoose: (place: Place) => void;
}

/**
 * Places with the searched name. The user can list the stations near a place. If the server finds
 * no place or does not answer, the component shows nothing: the user can still use the list of
 * stations below.
 */
export function Places({ q, near, onChoose }: PlacesProps) {
  const { t } = useTranslation('search');
  const { currentData } = useSearchPlacesQuery(q === '' ? skipToken : { q, near });
  if (currentData === undefined || currentData.places.length === 0) return null;
  const { places } = currentData;
  return (
    <section className={styles['places']} aria-labelledby="search-places">
      <h2 id="search-places">{t(($) => $.places)}</h2>
      <ul>
        {places.map((place) => (
          <li key={`${place.name} ${place.lat},${place.lng}`}>
            <button type="button" className={styles['place']} onClick={() => onChoose(place)}>
              <MapPin aria-hidden="true" />
              <span>{place.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

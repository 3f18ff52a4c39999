import { Map as MapIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../../contract/geo.ts';
import { longestAddress } from '../../../contract/rules/people/hosts.ts';
import { clickThrottleMs } from '../../lib/constants.ts';
import type { Point } from '../../lib/format/geo.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import styles from './host.module.css';

/** Components that the page passes in, because features must not import each other. */
export interface PlaceParts {
  /** A map on which the host chooses a point. */
  map: (props: { start: Point | null; onChoose: (point: Point) => void }) => ReactNode;
  /** A list of the places that match the typed text `q`. If `q` is empty, the list is empty. */
  suggestions: (props: { q: string; onChoose: (place: Place) => void }) => ReactNode;
}

export interface PlaceFieldsProps extends PlaceParts {
  place: Point | null;
  address: string;
  onChange: (part: { place?: Point | null; address?: string }) => void;
  error: string | null;
}

/** A search needs at least this many letters, because a shorter text matches too many places. */
const shortestName = 3;

/**
 * The position of the venue. The host types an address, chooses a suggested place, or chooses a
 * point on the map.
 */
export function PlaceFields({ place, address, onChange, error, ...parts }: PlaceFieldsProps) {
  const { t } = useTranslation('host');
  const [isMapOpen, openMap] = useState(false);
  const [q, ask] = useQuestion();
  const [choices, count] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The pressed button disappears after a choice. Move the focus to the button that changes the choice.
    if (choices > 0) opener.current?.focus();
  }, [choices]);

  const put = (part: Parameters<typeof onChange>[0]) => {
    onChange(part);
    count(choices + 1);
  };

  return (
    <section className={styles['group']}>
      <h2>{t(($) => $.form.place)}</h2>
      <TextField
        label={t(($) => $.form.address)}
        name="address"
        autoComplete="street-address"
        maxLength={longestAddress}
        value={address}
        onChange={(typed) => {
          onChange({ address: typed });
          ask(typed);
        }}
        hint={t(($) => $.form.addressHint)}
        error={error}
      />
      {parts.suggestions({
        q,
        onChoose: ({ name, lat, lng }) => {
          put({ address: name.slice(0, longestAddress), place: { lat, lng } });
          ask('');
        },
      })}
      <p role="status" className={styles['chosen']}>
        {place === null ? null : <bdi>{t(($) => $.form.chosen, { at: written(place) })}</bdi>}
      </p>
      {isMapOpen ? (
        <>
          <p className={styles['detail']}>{t(($) => $.form.mapHint)}</p>
          {parts.map({
            start: place,
            onChoose: (point) => {
              put({ place: point });
              openMap(false);
            },
          })}
        </>
      ) : null}
      <div className={styles['choices']}>
        <Button
          ref={opener}
          variant={isMapOpen ? 'text' : 'quiet'}
          icon={<MapIcon aria-hidden="true" />}
          onClick={() => openMap(!isMapOpen)}
        >
          {isMapOpen
            ? t(($) => $.form.closeMap)
            : place === null
              ? t(($) => $.form.chooseOnMap)
              : t(($) => $.form.changePlace)}
        </Button>
        {place === null || isMapOpen ? null : (
          <Button variant="text" onClick={() => put({ place: null })}>
            {t(($) => $.form.removePlace)}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Rounds to about a metre, which is precise enough for a door. */
const written = ({ lat, lng }: Point) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

/**
 * Returns the text to search for, and the function that sets the typed text. The text to search for
 * follows after a pause, or at once if the typed text is cleared. It is empty if the typed text is
 * shorter than `shortestName`.
 */
function useQuestion(): [q: string, ask: (typed: string) => void] {
  const [typed, ask] = useState('');
  const [q, put] = useState('');
  useEffect(() => {
    const name = typed.trim();
    const timer = setTimeout(() => put(name.length < shortestName ? '' : name), clickThrottleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed === '' ? '' : q, ask];
}

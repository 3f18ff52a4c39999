import { startTransition, useCallback, useMemo, useOptimistic } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Purpose } from '../../../contract/rules/firstScreen/purpose.ts';
import type { Point } from '../../lib/format/geo.ts';

/** The search as the address contains it. It survives a reload and Back, and can be shared. */
export interface SearchAddress {
  q: string;
  purpose: Purpose;
  isOpenOnly: boolean;
  /** The chosen centre of the list. If it is null, the list follows the user's position. */
  at: Point | null;
  /**
   * The name of the chosen place. It is null if the centre is a part of the map, or if no centre is
   * chosen.
   */
  place: string | null;
}

/** The longest text that the server accepts, in characters. */
const longestQuery = 100;

function readPoint(text: string | null): Point | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text ?? '');
  if (!match) return null;
  const lat = Number(match[1]);
  const lng = Number(match[2]);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function readSearchAddress(params: URLSearchParams): SearchAddress {
  const at = readPoint(params.get('at'));
  return {
    q: (params.get('q') ?? '').trim().slice(0, longestQuery),
    purpose: params.get('for') === 'return' ? 'return' : 'rent',
    isOpenOnly: params.get('open') === '1',
    at,
    place: at === null ? null : params.get('place'),
  };
}

function writeSearchAddress(address: SearchAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (address.q !== '') params.set('q', address.q);
  if (address.purpose === 'return') params.set('for', 'return');
  if (address.isOpenOnly) params.set('open', '1');
  if (address.at !== null) {
    params.set('at', `${address.at.lat.toFixed(5)},${address.at.lng.toFixed(5)}`);
    if (address.place !== null) params.set('place', address.place);
  }
  return params;
}

/** Returns the address of the search page for this search. */
export function searchPath(address: SearchAddress): string {
  return `/search?${writeSearchAddress(address).toString()}`;
}

export interface SearchState {
  /** The search of the displayed list. */
  address: SearchAddress;
  /**
   * The latest search, updated at once. A filter uses it, because a filter must react before the
   * list does.
   */
  chosen: SearchAddress;
  /** Changes a part of the search, without a new step in the history. */
  change: (part: Partial<SearchAddress>) => void;
}

/** Reads and changes the search, which is in the query string of the URL. */
export function useSearchAddress(): SearchState {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const address = useMemo(() => readSearchAddress(new URLSearchParams(text)), [text]);
  const [chosen, choose] = useOptimistic(address);
  const change = useCallback(
    (part: Partial<SearchAddress>) =>
      startTransition(() => {
        // Read the address bar itself, because two changes may come before the next render.
        const now = readSearchAddress(new URLSearchParams(window.location.search));
        const params = writeSearchAddress({ ...now, ...part });
        // Use the parsed search, because its positions are rounded.
        choose(readSearchAddress(params));
        setParams(params, { replace: true });
      }),
    [choose, setParams],
  );
  return { address, chosen, change };
}

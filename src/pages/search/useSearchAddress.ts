import { startTransition, useCallback, useMemo, useOptimistic } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Point } from '../../lib/format/geo.ts';

/** What is looked for, as the address has it: it survives a reload, Back and being shared. */
export interface SearchAddress {
  q: string;
  purpose: 'rent' | 'return';
  isOpenOnly: boolean;
  /** Where the list is made from, once that was chosen; null follows the person. */
  at: Point | null;
  /** What the chosen place is called; null where it is a part of the map. */
  place: string | null;
}

/** As long as the server takes it. */
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

/** The page's own address. */
export function searchPath(address: SearchAddress): string {
  return `/search?${writeSearchAddress(address).toString()}`;
}

export interface SearchState {
  /** What is looked for. */
  address: SearchAddress;
  /** The same as the person chose it last: a chip must answer its finger before the list can. */
  chosen: SearchAddress;
  /** Changes a part of it, without a new step in the history. */
  change: (part: Partial<SearchAddress>) => void;
}

/** The state of the search, which the address bar keeps. */
export function useSearchAddress(): SearchState {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const address = useMemo(() => readSearchAddress(new URLSearchParams(text)), [text]);
  const [chosen, choose] = useOptimistic(address);
  const change = useCallback(
    (part: Partial<SearchAddress>) =>
      startTransition(() => {
        // What stands in the address bar now: two changes may come before a render.
        const now = readSearchAddress(new URLSearchParams(window.location.search));
        const params = writeSearchAddress({ ...now, ...part });
        // As it will be read: its positions are rounded.
        choose(readSearchAddress(params));
        setParams(params, { replace: true });
      }),
    [choose, setParams],
  );
  return { address, chosen, change };
}

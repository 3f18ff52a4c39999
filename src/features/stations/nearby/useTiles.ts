import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationTile } from '../../../../contract/stations.ts';
import type { api } from '../../../api/api.ts';
import { every } from '../../../lib/device/heartbeat.ts';
import type { ReadTile } from './nearby.ts';
import { stationsApi, tileTag } from '../stationsApi.ts';

type State = { [api.reducerPath]: ReturnType<typeof api.reducer> };

/**
 * Milliseconds between two requests for each tile while the page is visible. When the set of tiles
 * changes, cached tiles that are older than this are fetched at once.
 */
const pollingInterval = 25_000;

export interface Tiles {
  /** The tiles with answers. */
  tiles: StationTile[];
  /** Known coarser tiles, which replace tiles without an answer. */
  coarser: StationTile[];
  /** Whether each tile has an answer. A failed tile has none. */
  isComplete: boolean;
  /** `loading` until each tile has an answer or an error; `failed` if no tile has an answer. */
  status: 'loading' | 'ready' | 'failed';
  /** The error of the first failed tile. */
  error: unknown;
  /** Fetches all these tiles again. */
  retry: () => void;
}

/**
 * Keeps a set of tiles up to date. One hook reads all tiles, because the number of tiles varies:
 * after the answer for one tile, `choose` may choose more tiles. Pass the same `choose` as long as
 * the choice is the same.
 */
export function useTiles(choose: (read: ReadTile) => Tile[]): Tiles {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
  const chosen = useSelector((state: State) =>
    choose((tile) => stationsApi.endpoints.getTile.select(tile)(state).data)
      .map(tileTag)
      .join(' '),
  );
  const wanted = useMemo(() => readTags(chosen), [chosen]);

  useEffect(() => {
    const subscriptions = wanted.map((tile) =>
      dispatch(
        stationsApi.endpoints.getTile.initiate(tile, {
          forceRefetch: pollingInterval / 1000,
          subscriptionOptions: { refetchOnFocus: true },
        }),
      ),
    );
    const end = every(pollingInterval, () => {
      for (const subscription of subscriptions) void subscription.refetch();
    });
    return () => {
      end();
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [dispatch, wanted]);

  const answers = useSelector(
    (state: State) => wanted.map((tile) => stationsApi.endpoints.getTile.select(tile)(state)),
    sameAnswers,
  );
  const coarser = useSelector(
    (state: State) =>
      coarserThan(wanted, (tile) => stationsApi.endpoints.getTile.select(tile)(state).data),
    (before, after) =>
      before.length === after.length && before.every((tile, index) => tile === after[index]),
  );
  return useMemo(() => {
    const tiles = answers.flatMap((answer) => (answer.data === undefined ? [] : [answer.data]));
    return {
      tiles,
      coarser,
      isComplete: tiles.length === answers.length,
      status: statusOf(answers, tiles.length > 0),
      error: answers.find((answer) => answer.isError)?.error,
      retry: () => {
        for (const tile of wanted) {
          void dispatch(
            stationsApi.endpoints.getTile.initiate(tile, { subscribe: false, forceRefetch: true }),
          );
        }
      },
    };
  }, [answers, coarser, wanted, dispatch]);
}

/**
 * Returns the finest known coarser tile for each tile without an answer. The result contains no duplicates.
 */
function coarserThan(tiles: readonly Tile[], read: ReadTile): StationTile[] {
  const found = new Set<StationTile>();
  for (const tile of tiles) {
    let { z, x, y } = tile;
    let known = read(tile);
    if (known !== undefined) continue;
    while (known === undefined && z > 0) {
      [z, x, y] = [z - 1, x >> 1, y >> 1];
      known = read({ z, x, y });
    }
    if (known !== undefined) found.add(known);
  }
  return [...found];
}

function statusOf(answers: readonly Answer[], hasSome: boolean): Tiles['status'] {
  if (hasSome) {
    return answers.every((answer) => answer.data !== undefined || answer.isError)
      ? 'ready'
      : 'loading';
  }
  return answers.length > 0 && answers.every((answer) => answer.isError) ? 'failed' : 'loading';
}

function readTags(tags: string): Tile[] {
  return tags.split(' ').flatMap((tag) => {
    const [z, x, y] = tag.split('/').map(Number);
    return z === undefined || x === undefined || y === undefined ? [] : [{ z, x, y }];
  });
}

interface Answer {
  data?: StationTile | undefined;
  isError: boolean;
  error?: unknown;
}

function sameAnswers(before: readonly Answer[], after: readonly Answer[]): boolean {
  return (
    before.length === after.length &&
    before.every((one, index) => {
      const other = after[index];
      return other !== undefined && one.data === other.data && one.isError === other.isError;
    })
  );
}

import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { fillPath, paths } from '../../../contract/paths.ts';
import { isStation, isStationTile } from '../../../contract/rules/shapes/stationShapes.ts';
import type { Tile } from '../../../contract/rules/places/tiles.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';
import { api } from '../../api/api.ts';
import type { AnswerMeta } from '../../api/baseQuery.ts';
import { serverTime } from '../../api/serverClock.ts';
import { importWithRetry } from '../../lib/loading/importWithRetry.ts';
import { readCounts } from './stationCounts.ts';

export const tileTag = ({ z, x, y }: Tile): string => `${z}/${x}/${y}`;

export const tilePath = ({ z, x, y }: Tile): string => fillPath(paths.stationTile, { z, x, y });

export const stationPath = (id: string): string => fillPath(paths.station, { id });

/** Keeps newer counts from live events if the service worker answers with older counts. */
function newer<Dated extends { at: string }>(
  known: Dated,
  answer: Dated,
  { baseQueryMeta }: { baseQueryMeta: AnswerMeta | undefined },
): Dated {
  const isOlder = baseQueryMeta?.isCached === true && answer.at <= known.at;
  return isOlder ? known : copyWithStructuralSharing(known, answer);
}

export const stationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTile: build.query<StationTile, Tile>({
      query: (tile) => ({ url: tilePath(tile), expects: isStationTile }),
      merge: newer,
      providesTags: (_tile, _error, tile) => [{ type: 'Tile', id: tileTag(tile) }],
      keepUnusedDataFor: 600,
    }),

    getStation: build.query<Station, string>({
      query: (id) => ({ url: stationPath(id), expects: isStation }),
      merge: newer,
      providesTags: (_station, _error, id) => [{ type: 'Station', id }],
    }),

    /**
     * True while live events of the tile arrive. The stream is open as long as there is a subscriber. Each
     * event updates the tile and the station. While the value is false, the caller must poll.
     */
    followTile: build.query<boolean, Tile>({
      queryFn: () => ({ data: false }),
      keepUnusedDataFor: 1,
      async onCacheEntryAdded(
        tile,
        { dispatch, updateCachedData, cacheDataLoaded, cacheEntryRemoved },
      ) {
        await cacheDataLoaded;
        const end = new AbortController();
        void cacheEntryRemoved.then(() => end.abort());
        // The event stream is a separate chunk, so that the first load is small. If the chunk does
        // not load, the caller polls.
        const code = await importWithRetry(() => import('../../api/eventStream.ts')).catch(
          () => null,
        );
        await code?.openEventStream(fillPath(paths.stationTileEvents, { ...tile }), {
          signal: end.signal,
          onOpen: () => updateCachedData(() => true),
          onBroken: () => updateCachedData(() => false),
          onEvent: (name, data) => {
            const counts = name === 'station' ? readCounts(data) : null;
            if (counts === null) return;
            const { id, ...changed } = counts;
            const at = new Date(serverTime(Date.now())).toISOString();
            dispatch(
              stationsApi.util.updateQueryData('getTile', tile, (draft) => {
                const station = draft.stations.find((one) => one.id === id);
                if (station) Object.assign(station, changed);
                draft.at = at;
              }),
            );
            dispatch(
              stationsApi.util.updateQueryData('getStation', id, (draft) => {
                Object.assign(draft, changed, { at });
              }),
            );
          },
        });
      },
    }),
  }),
});

export const { useGetStationQuery } = stationsApi;

/**
 * Subscribes to a tile's events, which update the cached tile. Unlike the query, does not return whether the
 * stream is connected.
 */
export const useFollowTile = stationsApi.endpoints.followTile.useQuerySubscription;

import { fillPath, paths } from '../../../contract/paths.ts';
import type { Tile } from '../../../contract/rules/tiles.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';
import { api } from '../../api/api.ts';
import { readCounts } from './counts.ts';

export const tileTag = ({ z, x, y }: Tile): string => `${z}/${x}/${y}`;

export const stationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTile: build.query<StationTile, Tile>({
      query: ({ z, x, y }) => fillPath(paths.stationTile, { z, x, y }),
      providesTags: (_tile, _error, tile) => [{ type: 'Tile', id: tileTag(tile) }],
      keepUnusedDataFor: 600,
    }),

    getStation: build.query<Station, string>({
      query: (id) => fillPath(paths.station, { id }),
      providesTags: (_station, _error, id) => [{ type: 'Station', id }],
    }),

    /**
     * Whether the live events of a tile arrive, while someone is subscribed. Each one is written into
     * the tile and into the station itself. Where it is false, polling has to do.
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
        // A chunk of its own: the first load does without it.
        const { openEventStream } = await import('../../api/eventStream.ts');
        await openEventStream(fillPath(paths.stationTileEvents, { ...tile }), {
          signal: end.signal,
          onOpen: () => updateCachedData(() => true),
          onBroken: () => updateCachedData(() => false),
          onEvent: (name, data) => {
            const counts = name === 'station' ? readCounts(data) : null;
            if (counts === null) return;
            const { id, ...changed } = counts;
            const at = new Date().toISOString();
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

export const { useGetStationQuery, useFollowTileQuery } = stationsApi;

import { fillPath, paths } from '../../../contract/paths.ts';
import type { Watch } from '../../../contract/watches.ts';
import { api } from '../../api/api.ts';
import { openEventStream } from '../../api/eventStream.ts';
import { watchForgotten, watchSet } from './watchesSlice.ts';

/** What to watch, and the name of the station for the notice. */
interface Wish extends Pick<Watch, 'stationId' | 'wants'> {
  stationName: string;
}

/** Checks only some fields of the watch, because the value comes from our server. */
function isWatch(value: unknown): value is Watch {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'availableAt' in value &&
    (value.availableAt === null || typeof value.availableAt === 'string')
  );
}

const watchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    setWatch: build.mutation<Watch, Wish>({
      query: ({ stationId, wants }) => ({
        url: paths.watches,
        method: 'POST',
        body: { stationId, wants },
      }),
      async onQueryStarted({ stationName }, { dispatch, queryFulfilled }) {
        try {
          const { data } = await queryFulfilled;
          const { id, stationId, wants, expiresAt } = data;
          await dispatch(watchesApi.util.upsertQueryData('getWatch', id, data));
          dispatch(watchSet({ id, stationId, wants, expiresAt, stationName }));
        } catch {
          // The caller shows the error. This device stores no watch.
        }
      },
    }),

    endWatch: build.mutation<null, string>({
      query: (id) => ({ url: fillPath(paths.watch, { id }), method: 'DELETE' }),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        // Remove the watch on this device, even if the request fails. In that case, the watch on the server ends at its
        // expiry.
        dispatch(watchForgotten(id));
        await queryFulfilled.catch(() => undefined);
      },
    }),

    getWatch: build.query<Watch, string>({
      query: (id) => fillPath(paths.watch, { id }),
    }),

    /**
     * True while live events of the watch arrive. The stream is open as long as there is a
     * subscriber. While the value is false, the caller must poll.
     */
    followWatch: build.query<boolean, string>({
      queryFn: () => ({ data: false }),
      keepUnusedDataFor: 1,
      async onCacheEntryAdded(
        id,
        { dispatch, updateCachedData, cacheDataLoaded, cacheEntryRemoved },
      ) {
        await cacheDataLoaded;
        const end = new AbortController();
        void cacheEntryRemoved.then(() => end.abort());
        await openEventStream(fillPath(paths.watchEvents, { id }), {
          signal: end.signal,
          onOpen: () => updateCachedData(() => true),
          onBroken: () => updateCachedData(() => false),
          onEvent: (name, data) => {
            if (name !== 'watch' || !isWatch(data)) return;
            dispatch(watchesApi.util.updateQueryData('getWatch', id, () => data));
            // Close the stream after the result, because a new connection would only repeat the result.
            if (data.availableAt !== null) end.abort();
          },
        });
      },
    }),
  }),
});

export const { useSetWatchMutation, useEndWatchMutation, useGetWatchQuery, useFollowWatchQuery } =
  watchesApi;

import type { MyStations } from '../../../contract/favourites.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { isMyStations } from '../../../contract/rules/shapes/favouriteShapes.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { api } from '../../api/api.ts';

interface FavouriteChange {
  station: StationSummary;
  /** True to save the station, false to remove it. */
  isSaved: boolean;
}

const favouritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyStations: build.query<MyStations, void>({
      query: () => ({ url: paths.myStations, expects: isMyStations }),
      providesTags: ['Favourite'],
    }),

    /** Changes the list on the screen at once, and undoes the change if the request fails. */
    setFavourite: build.mutation<null, FavouriteChange>({
      query: ({ station, isSaved }) => ({
        url: fillPath(paths.favourite, { stationId: station.id }),
        method: isSaved ? 'PUT' : 'DELETE',
      }),
      async onQueryStarted({ station, isSaved }, { dispatch, queryFulfilled }) {
        const change = dispatch(
          favouritesApi.util.updateQueryData('getMyStations', undefined, (draft) => {
            draft.favourites = draft.favourites.filter(({ id }) => id !== station.id);
            if (isSaved) draft.favourites.unshift(station);
          }),
        );
        // The caller shows the error.
        await queryFulfilled.catch(change.undo);
      },
      // Request the list again. A request that began before this change may be answered later. That
      // answer would not contain the change.
      invalidatesTags: ['Favourite'],
    }),
  }),
});

export const { useGetMyStationsQuery, useSetFavouriteMutation } = favouritesApi;

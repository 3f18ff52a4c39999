import { paths } from '../../contract/paths.ts';
import { api } from './api.ts';
import { fetchFile } from './files.ts';

const photoApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Fetches the rider's current photo and returns its object URL. The argument is the version of the photo and serves
     * only as the cache key. The URL is revoked when the cache entry is removed.
     */
    getMyPhoto: build.query<string, string>({
      queryFn: async (_version, { signal, dispatch }) => {
        const answer = await fetchFile(paths.myPhoto, 'image/', { signal, dispatch });
        return 'error' in answer ? answer : { data: URL.createObjectURL(answer.data) };
      },
      onCacheEntryAdded: (_version, { cacheDataLoaded, cacheEntryRemoved }) =>
        cacheDataLoaded.then(
          ({ data }) => cacheEntryRemoved.then(() => URL.revokeObjectURL(data)),
          () => {
            // The cache entry was removed before the photo arrived.
          },
        ),
      keepUnusedDataFor: 3600,
    }),
  }),
});

/**
 * The object URL of the rider's photo; null if the rider has no photo or the photo is not loaded.
 */
export function useMyPhoto(version: string | null): string | null {
  const skip = version === null;
  const { isError } = photoApi.endpoints.getMyPhoto.useQueryState(version ?? '', { skip });
  // A version of a photo never changes, so a loaded photo is not fetched again.
  const { currentData } = photoApi.useGetMyPhotoQuery(version ?? '', {
    skip,
    refetchOnReconnect: isError,
  });
  return currentData ?? null;
}

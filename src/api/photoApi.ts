import { paths } from '../../contract/paths.ts';
import { api } from './api.ts';
import { fetchFile } from './files.ts';

const photoApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The photo of a version, as an address of this page, which ends with the session. */
    getMyPhoto: build.query<string, string>({
      queryFn: async (_version, { signal, dispatch }) => {
        const answer = await fetchFile(paths.myPhoto, 'image/', { signal, dispatch });
        return 'error' in answer ? answer : { data: URL.createObjectURL(answer.data) };
      },
      onCacheEntryAdded: (_version, { cacheDataLoaded, cacheEntryRemoved }) =>
        cacheDataLoaded.then(
          ({ data }) => cacheEntryRemoved.then(() => URL.revokeObjectURL(data)),
          () => {
            // It went before it came.
          },
        ),
      keepUnusedDataFor: 3600,
    }),
  }),
});

/** What an image of the person's own photo shows; null without one, and until it is here. */
export function useMyPhoto(version: string | null): string | null {
  const skip = version === null;
  const { isError } = photoApi.endpoints.getMyPhoto.useQueryState(version ?? '', { skip });
  // One that is here stays the same for as long as it has its version.
  const { currentData } = photoApi.useGetMyPhotoQuery(version ?? '', {
    skip,
    refetchOnReconnect: isError,
  });
  return currentData ?? null;
}

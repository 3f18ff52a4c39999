import { fillPath, paths } from '../../../contract/paths.ts';
import { isUsualCounts } from '../../../contract/rules/shapes/favouriteShapes.ts';
import type { UsualCounts } from '../../../contract/stations.ts';
import { api } from '../../api/api.ts';

const usualCountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUsualCounts: build.query<UsualCounts, string>({
      query: (id) => ({ url: fillPath(paths.usualCounts, { id }), expects: isUsualCounts }),
      keepUnusedDataFor: 600,
    }),
  }),
});

export const { useGetUsualCountsQuery } = usualCountsApi;

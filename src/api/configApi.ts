import type { Config } from '../../contract/config.ts';
import { paths } from '../../contract/paths.ts';
import { isConfig } from '../../contract/rules/shapes/configShape.ts';
import { api } from './api.ts';

/**
 * The operator's configuration: brand, country, map. It is requested at the start of a visit, and again after a lost
 * connection.
 */
export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query<Config, void>({
      query: () => ({ url: paths.config, expects: isConfig }),
      providesTags: ['Config'],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useGetConfigQuery } = configApi;

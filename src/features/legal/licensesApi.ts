import { isLicenses, licensesPath, type Licenses } from '../../../contract/rules/app/licenses.ts';
import { api } from '../../api/api.ts';

const licensesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The licenses of the software in this app. The file is large, so only this query loads it. */
    getLicenses: build.query<Licenses, void>({
      query: () => ({ url: licensesPath, expects: isLicenses }),
    }),
  }),
});

export const { useGetLicensesQuery } = licensesApi;

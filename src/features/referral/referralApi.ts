import { paths } from '../../../contract/paths.ts';
import type { Referral } from '../../../contract/referral.ts';
import { api } from '../../api/api.ts';

const referralApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReferral: build.query<Referral, void>({
      query: () => paths.referral,
      providesTags: ['Referral'],
    }),
  }),
});

export const { useGetReferralQuery } = referralApi;

import type { SignedIn } from '../../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import type {
  Identities,
  SocialFinish,
  SocialStart,
  SocialStarted,
} from '../../../../contract/signIn/social.ts';
import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import { api } from '../../../api/api.ts';
import { invitation } from '../authApi.ts';

const socialApi = api.injectEndpoints({
  endpoints: (build) => ({
    startSocial: build.mutation<SocialStarted, SocialStart & { provider: SocialProvider }>({
      query: ({ provider, ...body }) => ({
        url: fillPath(paths.socialStart, { provider }),
        method: 'POST',
        body,
      }),
    }),
    finishSocial: build.mutation<SignedIn | Identities, SocialFinish & { attemptId: string }>({
      query: ({ attemptId, ...body }) => ({
        url: fillPath(paths.socialFinish, { attemptId }),
        method: 'POST',
        body: { ...body, ...invitation() },
      }),
      invalidatesTags: (answer) => (answer && 'identities' in answer ? ['Me'] : []),
    }),
    getIdentities: build.query<Identities, void>({
      query: () => paths.myIdentities,
      providesTags: ['Me'],
    }),
    unlinkSocial: build.mutation<Identities, SocialProvider>({
      query: (provider) => ({
        url: fillPath(paths.myIdentity, { provider }),
        method: 'DELETE',
      }),
      invalidatesTags: (answer) => (answer ? ['Me'] : []),
    }),
  }),
});

export const {
  useStartSocialMutation,
  useFinishSocialMutation,
  useGetIdentitiesQuery,
  useUnlinkSocialMutation,
} = socialApi;

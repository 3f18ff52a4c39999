import type { CodeIssued, CodeRequest, SignedIn, User } from '../../../contract/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { noteCodeIssued } from '../../api/serverClock.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { userChanged } from './clientUserSlice.ts';

/** A texted code, and the request that it answers. */
interface CodeAttempt {
  requestId: string;
  /** Six digits. */
  code: string;
}

/** The invite code that counts if this login creates a new account. */
export function invitation(): { inviteCode?: string } {
  const inviteCode = savedInvite();
  return inviteCode === null ? {} : { inviteCode };
}

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestCode: build.mutation<CodeIssued, CodeRequest>({
      query: (body) => ({ url: paths.codes, method: 'POST', body }),
      transformResponse: (issued: CodeIssued) => {
        noteCodeIssued(issued);
        return issued;
      },
    }),
    verifyCode: build.mutation<SignedIn, CodeAttempt>({
      query: ({ requestId, code }) => ({
        url: fillPath(paths.verifyCode, { requestId }),
        method: 'POST',
        body: { code, ...invitation() },
      }),
    }),
    getMe: build.query<User, void>({
      query: () => paths.me,
      // Also for what `upsertQueryData` puts here after a change.
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(userChanged(data)),
          () => {
            // The screens show why.
          },
        ),
      providesTags: ['Me'],
    }),
  }),
});

export const { useRequestCodeMutation, useVerifyCodeMutation, useGetMeQuery } = authApi;

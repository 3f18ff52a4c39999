import type { CodeIssued, CodeRequest, SignedIn, User } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { noteCodeIssued } from '../../api/serverClock.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { userChanged } from './clientUserSlice.ts';

/** A code that the user entered, and the request to which it belongs. */
interface CodeAttempt {
  requestId: string;
  /** Six digits. */
  code: string;
}

/**
 * Returns the saved invite code as a field of the login request, or an empty object if no code is saved. The server
 * uses the code only if this login creates a new account.
 */
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
      // `upsertQueryData`, which stores the user after a change, also calls this function.
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(userChanged(data)),
          () => {
            // The screens show the error.
          },
        ),
      providesTags: ['Me'],
    }),
  }),
});

export const { useRequestCodeMutation, useVerifyCodeMutation, useGetMeQuery } = authApi;

import type { CodeIssued, User } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import type {
  EmailChange,
  EmailChanged,
  PhoneChange,
  ProfileChange,
  ProfileOverview,
} from '../../../contract/profile.ts';
import { api } from '../../api/api.ts';
import { putFile } from '../../api/files.ts';
import { noteCodeIssued } from '../../api/serverClock.ts';

/** A code that the rider entered, and the request to which it belongs. */
interface CodeAttempt {
  requestId: string;
  /** Six digits. */
  code: string;
}

interface PhotoUpload {
  /** A square picture. */
  file: Blob;
  /** Called with the share of the file that is uploaded, from 0 to 1. */
  onProgress: (sent: number) => void;
}

const invalidatesTags = ['Me'] as const;

function isUserAnswer(answer: unknown): answer is User {
  return typeof answer === 'object' && answer !== null && 'inviteCode' in answer;
}

/**
 * The answer to a change is the updated user, or the data of the code that was sent. The app then
 * fetches the user again, even after an error. After `changePhone`, the app does not fetch the
 * user, because the number changes only when the code is verified.
 */
const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOverview: build.query<ProfileOverview, void>({
      query: () => paths.myOverview,
      providesTags: [{ type: 'Order', id: 'OVERVIEW' }],
    }),
    changeProfile: build.mutation<User, ProfileChange>({
      query: (body) => ({ url: paths.me, method: 'PATCH', body }),
      invalidatesTags,
    }),
    changeEmail: build.mutation<EmailChanged, EmailChange>({
      query: (body) => ({ url: paths.myEmail, method: 'POST', body }),
      transformResponse: (changed: EmailChanged) => {
        if (changed.status === 'codeSent') noteCodeIssued(changed);
        return changed;
      },
      invalidatesTags,
    }),
    verifyEmail: build.mutation<User, CodeAttempt>({
      query: ({ requestId, code }) => ({
        url: fillPath(paths.verifyMyEmail, { requestId }),
        method: 'POST',
        body: { code },
      }),
      invalidatesTags,
    }),
    changePhone: build.mutation<CodeIssued, PhoneChange>({
      query: (body) => ({ url: paths.myPhone, method: 'POST', body }),
      transformResponse: (issued: CodeIssued) => {
        noteCodeIssued(issued);
        return issued;
      },
    }),
    verifyPhone: build.mutation<User, CodeAttempt>({
      query: ({ requestId, code }) => ({
        url: fillPath(paths.verifyMyPhone, { requestId }),
        method: 'POST',
        body: { code },
      }),
      invalidatesTags,
    }),
    sendPhoto: build.mutation<User, PhotoUpload>({
      queryFn: async ({ file, onProgress }, { signal, dispatch }) => {
        const answer = await putFile(paths.myPhoto, { file, onProgress, signal, dispatch });
        if ('error' in answer) return answer;
        // An answer with other data comes from another server, such as a captive portal.
        return isUserAnswer(answer.data)
          ? { data: answer.data }
          : { error: { status: 0, code: 'network' } };
      },
      invalidatesTags,
    }),
    removePhoto: build.mutation<User, void>({
      query: () => ({ url: paths.myPhoto, method: 'DELETE' }),
      invalidatesTags,
    }),
  }),
});

export const {
  useGetOverviewQuery,
  useChangeProfileMutation,
  useChangeEmailMutation,
  useVerifyEmailMutation,
  useChangePhoneMutation,
  useVerifyPhoneMutation,
  useSendPhotoMutation,
  useRemovePhotoMutation,
} = profileApi;

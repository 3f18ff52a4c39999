import type { AccountChange, UndoToken } from '../../../../contract/accountChanges.ts';
import type { CodeIssued } from '../../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import type {
  Proof,
  ProofCodeAnswer,
  ProofCodeRequest,
} from '../../../../contract/signIn/stepUp.ts';
import { api } from '../../../api/api.ts';
import { noteCodeIssued } from '../../../api/serverClock.ts';

const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProof: build.query<Proof, void>({ query: () => paths.myProof, providesTags: ['Me'] }),
    requestProofCode: build.mutation<CodeIssued, ProofCodeRequest>({
      query: (body) => ({ url: paths.myProofCodes, method: 'POST', body }),
      transformResponse: (issued: CodeIssued) => {
        noteCodeIssued(issued);
        return issued;
      },
    }),
    verifyProofCode: build.mutation<Proof, ProofCodeAnswer & { requestId: string }>({
      query: ({ requestId, ...body }) => ({
        url: fillPath(paths.verifyMyProof, { requestId }),
        method: 'POST',
        body,
      }),
    }),
    /**
     * Reads which change the undo link takes back. Does not change the account. The request is a
     * POST, so that no address contains the secret of the link.
     */
    readAccountChange: build.query<AccountChange, UndoToken>({
      query: (body) => ({ url: paths.readAccountChange, method: 'POST', body }),
    }),
    undoAccountChange: build.mutation<AccountChange, UndoToken>({
      query: (body) => ({ url: paths.undoAccountChange, method: 'POST', body }),
    }),
  }),
});

export const {
  useGetProofQuery,
  useRequestProofCodeMutation,
  useVerifyProofCodeMutation,
  useReadAccountChangeQuery,
  useUndoAccountChangeMutation,
} = securityApi;

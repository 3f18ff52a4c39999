import { fillPath, paths } from '../../../contract/paths.ts';
import type { ReturnProof } from '../../../contract/proofs.ts';
import { isReturnProof } from '../../../contract/rules/shapes/proofShape.ts';
import { api } from '../../api/api.ts';

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReturnProof: build.query<ReturnProof, string>({
      query: (id) => ({ url: fillPath(paths.returnProof, { id }), expects: isReturnProof }),
    }),
  }),
});

export const { useGetReturnProofQuery } = proofApi;

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { ProofKeys, ReturnProof } from '../../../contract/proofs.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { listProofKeys } from './proofKeys.ts';
import { proveReturn } from './proveReturn.ts';

const tags = ['orders'];

export const proofRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.get(
    paths.returnProof,
    {
      config: { guests: true },
      onRequest: requireSession(deps),
      schema: {
        summary: 'A signed proof that the charger of an order was returned',
        tags,
        security: [{ session: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: ReturnProof },
      },
    },
    (request) =>
      transact(deps, (work) => proveReturn(work, sessionOf(request).userId, request.params.id)),
  );

  app.get(
    paths.proofKeys,
    {
      config: { bound: callBounds.cached },
      schema: {
        summary: 'The public keys that verify proofs of return, also former keys',
        tags,
        response: { 200: ProofKeys },
      },
    },
    () => listProofKeys(deps.db),
  );
};

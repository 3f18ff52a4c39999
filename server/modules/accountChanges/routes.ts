import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AccountChange, UndoToken } from '../../../contract/accountChanges.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { readChange, undoChange } from './undoChange.ts';

const tags = ['profile'];

const perNetwork = { name: 'accountChange:address', limit: 60, windowSeconds: 60 * 60 };

/**
 * The routes for the page of an undo link. They need no session, because a thief may have the only sessions.
 */
export const accountChangeRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('onRequest', async (request) => {
    await countCall(deps.db, perNetwork, callerNetwork(request.ip), deps.clock.now());
  });

  app.post(
    paths.readAccountChange,
    {
      config: { bound: callBounds.form },
      schema: {
        summary: 'What an undo link is about',
        tags,
        body: UndoToken,
        response: { 200: AccountChange },
      },
    },
    async (request) => readChange(deps, request.body.token),
  );

  app.post(
    paths.undoAccountChange,
    {
      config: { bound: callBounds.form },
      schema: {
        summary: 'Undo a change of the account, and lock it',
        tags,
        body: UndoToken,
        response: { 200: AccountChange },
      },
    },
    async (request) => undoChange(deps, request.body.token),
  );
};

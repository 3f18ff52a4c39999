import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { acceptForms, sendPage } from './chooserPages.ts';
import type { IdentityContext } from './identityContext.ts';
import { gonePage, operatorChooserPage } from './identityPages.ts';
import { operatorAccounts } from '../demo/operatorAccounts.ts';

const Choice = z.union([z.object({ account: z.string() }), z.object({ refuse: z.string() })]);

/** Serves the page on which an operator chooses an account or cancels. */
export const operatorChooserRoutes: FastifyPluginAsync<{ context: IdentityContext }> = async (
  app,
  { context },
) => {
  acceptForms(app);

  app.all('/choose-operator/:uid', async (request, reply) => {
    const simulated = await context.operators();
    const details = await simulated.interactionDetails(request.raw, reply.raw).catch(() => null);
    if (!details) return sendPage(reply, 410, gonePage('en'));
    const choice = Choice.safeParse(request.body).data;
    if (!choice) return sendPage(reply, 200, operatorChooserPage(operatorAccounts));
    const account =
      'account' in choice
        ? operatorAccounts.find(({ name }) => name === choice.account)
        : undefined;
    const result = account
      ? {
          login: {
            accountId: account.name,
            remember: false,
            amr: account.isMultiFactor ? ['pwd', 'otp', 'mfa'] : ['pwd'],
          },
        }
      : { error: 'access_denied' };
    return reply.redirect(await simulated.interactionResult(request.raw, reply.raw, result), 303);
  });
};

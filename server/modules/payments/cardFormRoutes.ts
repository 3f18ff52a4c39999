import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import { CardForm } from '../../../contract/payment.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';

/** This route needs no session, because a guest gets a session only with the payment. */
export const cardFormRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.get(
    paths.cardForm,
    {
      config: { bound: callBounds.cached },
      schema: {
        summary: "The address of the payment provider's card form",
        tags: ['payment'],
        response: { 200: CardForm },
      },
    },
    async () => deps.payments.cardForm(),
  );
};

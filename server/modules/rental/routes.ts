import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { StartRental } from '../../../contract/rental.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { changeOrderOnce } from '../orders/changeOrderOnce.ts';
import { explainRefusedStart, startRental } from './startRental.ts';

export const rentalRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.post(
    paths.rentals,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: 'Hold the fee and the deposit, then open a slot (Idempotency-Key)',
        tags: ['rental'],
        security: [{ session: [] }],
        body: StartRental,
        response: { 202: Order },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const order = await changeOrderOnce(deps, request, (work) =>
        startRental(work, userId, request.body),
      ).catch((error: unknown) => explainRefusedStart(deps, userId, error));
      return reply.code(202).send(order);
    },
  );
};

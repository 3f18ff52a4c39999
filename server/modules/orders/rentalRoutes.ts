import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { StartRental } from '../../../contract/rental.ts';
import type { Dependencies } from '../../dependencies.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { countMoneyCall } from '../payments/cardTesting/moneyCalls.ts';
import { findOrder } from './findOrders.ts';
import { explainRefusedStart, startRental } from '../rental/startRental.ts';

export const rentalRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.post(
    paths.rentals,
    {
      config: { guests: true },
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
      const session = sessionOf(request);
      const { userId } = session;
      const { paymentMethodId: methodId } = request.body;
      await countMoneyCall(deps, request, { action: 'rent', methodId });
      const order = await workOnce(deps, request, userId, Order, async (work) =>
        findOrder(
          work.trx,
          userId,
          await startRental(work, deps.settings, session, request.body),
          work.now,
        ),
      ).catch((error: unknown) => explainRefusedStart(deps, userId, error));
      return reply.code(202).send(order);
    },
  );
};

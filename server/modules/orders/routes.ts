import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DocumentedOrder } from '../../../contract/documents.ts';
import {
  CurrentOrder,
  OpenDispute,
  Order,
  OrderList,
  OrderPlaces,
  OrderQuery,
  OrderSeen,
  PauseAtFullStation,
  PayOrder,
} from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { Holds } from '../../../contract/payment.ts';
import { NewClaim, ReportFaulty } from '../../../contract/claims.ts';
import { ReportNotEjected } from '../../../contract/rental.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openEventStream } from '../../http/answers/eventStream.ts';
import { ProblemError } from '../../http/problem.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { followNotifications } from '../notifications/notificationFeed.ts';
import { countMoneyCall } from '../payments/cardTesting/moneyCalls.ts';
import { claimReturn } from '../rental/claims/claimReturn.ts';
import { payRental } from '../rental/bill/payRental.ts';
import { askAboutFreeSlots, pauseRental } from '../rental/pauses/pauseRental.ts';
import { reportFaulty } from '../rental/faulty/reportFaulty.ts';
import { reportNotEjected } from '../rental/reportNotEjected.ts';
import { claimPhotoRoutes } from './claimPhotoRoutes.ts';
import { findOrderPlaces } from './findOrderPlaces.ts';
import { findCurrentOrder, findOrder, listOrders } from './findOrders.ts';
import { findHolds } from './findHolds.ts';
import { openDispute } from './openDispute.ts';
import { followOrders } from './orderFeed.ts';
import { markReturnRead } from '../rental/markReturnRead.ts';

const tags = ['orders'];
const security = [{ session: [] }];
const OrderParams = z.object({ id: z.uuid() });

/**
 * Limits how often the tabs of a session may open their event streams. The limit is high, because a tab on a poor
 * network connects often.
 */
const follows = { name: 'order-events:session', limit: 240, windowSeconds: 60 };

export const orderRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.addHook('onRequest', requireSession(deps));
  await app.register(claimPhotoRoutes, { deps });

  /** Changes an order, and returns the order as it is afterwards. `change` returns the order's id. */
  const changeOrder = (
    request: FastifyRequest,
    change: (work: UnitOfWork, userId: string) => Promise<string>,
  ) => {
    const { userId } = sessionOf(request);
    return workOnce(deps, request, userId, Order, async (work) =>
      findOrder(work.trx, userId, await change(work, userId), work.now),
    );
  };

  app.get(
    paths.orders,
    {
      config: { guests: true },
      schema: {
        summary: "The rider's orders, newest first, unpaid ones before all others",
        tags,
        security,
        querystring: OrderQuery,
        response: { 200: OrderList },
      },
    },
    async (request) =>
      listOrders(deps.db, sessionOf(request).userId, request.query, deps.clock.now()),
  );

  app.get(
    paths.currentOrder,
    {
      config: { guests: true },
      schema: {
        summary: 'The order for the home screen',
        tags,
        security,
        response: { 200: CurrentOrder },
      },
    },
    async (request) => ({
      order: await findCurrentOrder(deps.db, sessionOf(request).userId, deps.clock.now()),
    }),
  );

  app.get(
    paths.orderPlaces,
    {
      config: { guests: true },
      schema: {
        summary: "The stations of the rider's orders, with the numbers of pick-ups and returns",
        tags,
        security,
        response: { 200: OrderPlaces },
      },
    },
    async (request) => findOrderPlaces(deps.db, sessionOf(request).userId),
  );

  app.get(
    paths.orderEvents,
    {
      config: { guests: true },
      schema: {
        summary:
          "The rider's changed orders, as server-sent events named `order`, and the rider's new notifications, " +
          'as events named `notification`',
        tags,
        security,
      },
    },
    async (request, reply) => {
      const { userId, idHash } = sessionOf(request);
      await countCall(deps.db, follows, idHash, deps.clock.now());
      const stream = openEventStream(request, reply);
      const stops = [
        followOrders(deps, userId, (order) => stream.send('order', order)),
        followNotifications(deps, userId, (notification) =>
          stream.send('notification', notification),
        ),
      ];
      void stream.closed.then(() => stops.forEach((stop) => stop()));
      return reply;
    },
  );

  app.get(
    paths.order,
    {
      config: { guests: true },
      schema: {
        summary: 'One order',
        tags,
        security,
        params: OrderParams,
        response: { 200: DocumentedOrder },
      },
    },
    async (request) =>
      findOrder(deps.db, sessionOf(request).userId, request.params.id, deps.clock.now()),
  );

  app.get(
    paths.holds,
    {
      config: { guests: true },
      schema: {
        summary:
          'Active card holds, and those whose release or refund the bank may still be processing',
        tags,
        security,
        response: { 200: Holds },
      },
    },
    async (request) =>
      findHolds(deps.db, sessionOf(request).userId, deps.clock.now(), deps.settings.refunds),
  );

  app.post(
    paths.payOrder,
    {
      config: { guests: true },
      schema: {
        summary: 'Pay the amount due (Idempotency-Key); follow the order for the result',
        tags,
        security,
        params: OrderParams,
        body: PayOrder,
        response: { 202: Order },
      },
    },
    async (request, reply) => {
      const { id: orderId } = request.params;
      const { paymentMethodId: methodId } = request.body;
      await countMoneyCall(deps, request, { action: 'pay', orderId, methodId });
      const order = await changeOrder(request, (work, userId) =>
        payRental(work, userId, request.params.id, request.body),
      );
      return reply.code(202).send(order);
    },
  );

  app.post(
    paths.claim,
    {
      config: { guests: true },
      schema: {
        summary:
          'The charger is back, or no slot takes it: the cost stands still (Idempotency-Key)',
        tags,
        security,
        params: OrderParams,
        body: NewClaim,
        response: { 200: Order },
      },
    },
    async (request) =>
      changeOrder(request, (work, userId) =>
        claimReturn(work, deps.settings, userId, request.params.id, request.body),
      ),
  );

  app.post(
    paths.pause,
    {
      schema: {
        summary:
          'The station of the reserved slot is full: the clock stands still for some minutes (Idempotency-Key)',
        tags,
        security,
        params: OrderParams,
        body: PauseAtFullStation,
        response: { 200: Order },
      },
    },
    async (request) => {
      const { body } = request;
      return changeOrder(request, (work, userId) =>
        pauseRental(work, deps.settings.reservations, userId, request.params.id, body),
      ).catch(async (error: unknown) => {
        // The refusal has rolled its transaction back, so request the inventory in a new
        // transaction.
        if (error instanceof ProblemError && error.code === 'slotsFree') {
          await askAboutFreeSlots(deps, sessionOf(request).userId, body);
        }
        throw error;
      });
    },
  );

  app.post(
    paths.faulty,
    {
      config: { guests: true },
      schema: {
        summary: 'The charger does not charge: another one opens for free (Idempotency-Key)',
        tags,
        security,
        params: OrderParams,
        body: ReportFaulty,
        response: { 200: Order },
      },
    },
    async (request) => {
      const { id: orderId } = request.params;
      await countMoneyCall(deps, request, { action: 'notEjected', orderId });
      return changeOrder(request, (work, userId) =>
        reportFaulty(work, userId, orderId, request.body),
      );
    },
  );

  app.post(
    paths.dispute,
    {
      config: { guests: true },
      schema: {
        summary: 'Open a dispute about a bill, once (Idempotency-Key); support answers',
        tags,
        security,
        params: OrderParams,
        body: OpenDispute,
        response: { 200: Order },
      },
    },
    async (request) =>
      changeOrder(request, (work, userId) =>
        openDispute(work, userId, request.params.id, request.body),
      ),
  );

  app.post(
    paths.orderSeen,
    {
      config: { guests: true },
      schema: {
        summary: 'The rider has read the notice of the return',
        tags,
        security,
        params: OrderParams,
        body: OrderSeen,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await transact(deps, (work) =>
        markReturnRead(work, sessionOf(request).userId, request.params.id),
      );
      return reply.code(204).send();
    },
  );

  app.post(
    paths.notEjected,
    {
      config: { guests: true },
      schema: {
        summary:
          'Nothing came out: the server asks the cabinet for its inventory (Idempotency-Key)',
        tags,
        security,
        params: OrderParams,
        body: ReportNotEjected,
        response: { 200: Order },
      },
    },
    async (request) => {
      const { id: orderId } = request.params;
      await countMoneyCall(deps, request, { action: 'notEjected', orderId });
      return changeOrder(request, (work, userId) =>
        reportNotEjected(work, deps.settings, userId, orderId),
      );
    },
  );
};

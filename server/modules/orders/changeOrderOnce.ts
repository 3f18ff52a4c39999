import type { FastifyRequest } from 'fastify';
import { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { workOnce } from '../../http/workOnce.ts';
import type { Work } from '../../work.ts';
import { sessionOf } from '../auth/guard.ts';
import { findOrder } from './findOrders.ts';

/**
 * Changes one of the rider's orders once per `Idempotency-Key`, and answers the order as it is then
 * (or was, for a request made before). `change` answers the id of the order.
 *
 * @throws {ProblemError} as `change` and `runOnce` do.
 */
export async function changeOrderOnce(
  deps: Dependencies,
  request: FastifyRequest,
  change: (work: Work, userId: string) => Promise<string>,
): Promise<Order> {
  const { userId } = sessionOf(request);
  return workOnce(deps, request, userId, Order, async (work) =>
    findOrder(work.trx, userId, await change(work, userId), work.now),
  );
}

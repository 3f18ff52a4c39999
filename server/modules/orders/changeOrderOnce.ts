import type { FastifyRequest } from 'fastify';
import { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { runOnce } from '../../http/idempotency.ts';
import { Work } from '../../work.ts';
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
  let done: Work | null = null;
  const { body } = await runOnce(deps, request, userId, async (trx) => {
    const work = new Work(deps, trx);
    const orderId = await change(work, userId);
    const order = await findOrder(trx, userId, orderId, work.now);
    done = work;
    return { status: 200, body: order };
  });
  tell(done);
  return Order.parse(body);
}

/** Nothing was done where the answer is a repeated one. */
function tell(work: Work | null): void {
  work?.committed();
}

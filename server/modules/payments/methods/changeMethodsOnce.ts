import type { FastifyRequest } from 'fastify';
import { PaymentMethodList } from '../../../../contract/payment.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { workOnce } from '../../../http/requests/idempotency.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { sessionOf } from '../../auth/guard.ts';
import { queueForUser } from '../../auth/users.ts';
import { listMethods } from './methods.ts';

/**
 * Changes the rider's payment methods once per `Idempotency-Key`, and returns the new list. A repeated request gets the
 * stored answer. The changes of one rider run one after the other.
 *
 * @throws {ProblemError} the errors of `change` and of `workOnce`.
 */
export async function changeMethodsOnce(
  deps: Dependencies,
  request: FastifyRequest,
  change: (work: UnitOfWork, userId: string) => Promise<void>,
): Promise<PaymentMethodList> {
  const { userId } = sessionOf(request);
  return workOnce(deps, request, userId, PaymentMethodList, async (work) => {
    await queueForUser(work.trx, userId);
    await change(work, userId);
    return { methods: await listMethods(work.trx, userId) };
  });
}

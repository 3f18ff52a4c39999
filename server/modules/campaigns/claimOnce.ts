import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { answeredBefore } from '../../http/requests/idempotency.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { Semaphore } from '../../http/limits/semaphore.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

const perRider = { name: 'campaign:rider', limit: 200, windowSeconds: 60 * 60 };
/**
 * The limit is high, because riders at a venue share an address, and many of them claim at the same time during an
 * event.
 */
const perAddress = { name: 'campaign:address', limit: 3000, windowSeconds: 60 * 60 };

/**
 * Claims of one campaign wait for each other in the database, and each of them needs a connection. The limit leaves
 * connections for rentals.
 */
const line = new Semaphore({ maxConcurrent: 4, maxWaiting: 2000 });

/**
 * Runs a claim in one transaction, once per `Idempotency-Key`, and returns its result.
 *
 * @throws {ProblemError} the errors of the claim; tooManyRequests after too many tries; unavailable if too
 * many claims wait.
 */
export async function claimOnce<T>(
  deps: Dependencies,
  request: FastifyRequest,
  userId: string,
  schema: z.ZodType<T>,
  claim: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const before = await answeredBefore(deps, request, userId, schema);
  if (before) return before;
  const now = deps.clock.now();
  await countCall(deps.db, perAddress, callerNetwork(request.ip), now);
  await countCall(deps.db, perRider, userId, now);
  return line.run(() => workOnce(deps, request, userId, schema, claim));
}

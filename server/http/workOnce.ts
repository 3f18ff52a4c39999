import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { Work } from '../work.ts';
import { runOnce } from './idempotency.ts';

/**
 * Does a rider's work in one transaction, once per `Idempotency-Key`, and answers what it answered
 * (or what the same request made before was answered).
 *
 * @throws {ProblemError} as the work and `runOnce` do.
 */
export async function workOnce<T>(
  deps: Dependencies,
  request: FastifyRequest,
  userId: string,
  schema: z.ZodType<T>,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const done: Work[] = [];
  const { body } = await runOnce(deps, request, userId, async (trx) => {
    const work = new Work(deps, trx);
    const answer = await run(work);
    // A transaction that had to be done again counts once.
    done.splice(0, 1, work);
    return { status: 200, body: answer };
  });
  // Nothing was done where the answer is a repeated one.
  for (const work of done) work.committed();
  return schema.parse(body);
}

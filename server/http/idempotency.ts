import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { inTransaction, type Trx } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { ProblemError } from './problem.ts';

export interface Answer {
  status: number;
  /** What JSON can hold; it is stored and given again. */
  body: unknown;
}

/**
 * Does a rider's work once per `Idempotency-Key`: the key and the work are committed together, and
 * the same request with the same key gets the first answer again. A work that throws keeps no key,
 * so that the same key may be tried again.
 *
 * @throws {ProblemError} `idempotencyKeyRequired`, or `idempotencyKeyReused` where the key was used
 *   for another request.
 */
export async function runOnce(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  request: FastifyRequest,
  userId: string,
  work: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(request);
  const requestHash = hashOf(request);
  return inTransaction(deps.db, async (trx) => {
    // Two at once: the second waits here for the first one's commit, and then finds its row.
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, request_hash: requestHash, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) return firstAnswer(trx, userId, key, requestHash);

    const { status, body } = await work(trx);
    await trx
      .updateTable('idempotency_keys')
      .set({ status, answer: JSON.stringify(body ?? null) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute();
    return { status, body };
  });
}

async function firstAnswer(
  trx: Trx,
  userId: string,
  key: string,
  requestHash: string,
): Promise<Answer> {
  const first = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!first || first.status === null) throw new ProblemError('requestInProgress');
  if (first.request_hash !== requestHash) throw new ProblemError('idempotencyKeyReused');
  return { status: first.status, body: first.answer };
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,100}$/.test(key)) {
    throw new ProblemError('idempotencyKeyRequired');
  }
  return key;
}

function hashOf(request: FastifyRequest): string {
  const text = JSON.stringify([request.method, request.url, request.body ?? null]);
  return createHash('sha256').update(text).digest('hex');
}

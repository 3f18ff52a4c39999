import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addMs, UnitOfWork } from '../../db/unitOfWork.ts';
import { ProblemError } from '../problem.ts';

/**
 * Runs a rider's change once for each `Idempotency-Key`. The key is committed together with the change. A repeated
 * request with the same key gets the first answer again. If the change throws, no key is stored, so the app may try
 * again with the same key.
 *
 * @param schema the schema of the answer, which is stored as JSON.
 * @throws {ProblemError} `idempotencyKeyRequired`, `idempotencyKeyReused` if the key was used for another request, or
 * `requestInProgress` if the first request has no answer yet; and the errors of the change.
 */
export async function workOnce<T>(
  deps: Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>,
  request: FastifyRequest,
  userId: string,
  schema: z.ZodType<T>,
  run: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const key = idempotencyKeyOf(request);
  const requestHash = hashOf(request);
  const { work, answer } = await inTransaction(deps.db, async (trx) => {
    // If two requests are concurrent, the second request waits here for the commit of the first, and then
    // finds its row.
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, request_hash: requestHash, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) return { work: null, answer: await firstAnswer(trx, userId, key, requestHash) };

    const work = new UnitOfWork(deps, trx);
    const answer = await run(work);
    await trx
      .updateTable('idempotency_keys')
      .set({ status: 200, answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute();
    return { work, answer };
  });
  // If `work` is null, the answer was stored by an earlier request, and nothing was changed now.
  work?.committed();
  return schema.parse(answer);
}

/**
 * Returns the stored answer to an earlier request with the same key; null if there is no such request, or no answer
 * yet. Use this function before a change that begins outside of the database. The caller still finishes the change with
 * `workOnce`.
 *
 * @throws {ProblemError} `idempotencyKeyRequired` or `idempotencyKeyReused`, as `workOnce` does.
 */
export async function answeredBefore<T>(
  deps: Pick<Dependencies, 'db'>,
  request: FastifyRequest,
  userId: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const first = await findKey(deps.db, userId, idempotencyKeyOf(request));
  if (!first) return null;
  if (first.request_hash !== hashOf(request)) throw new ProblemError('idempotencyKeyReused');
  return first.status === null ? null : schema.parse(first.answer);
}

function findKey(db: Db | Trx, userId: string, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

async function firstAnswer(
  trx: Trx,
  userId: string,
  key: string,
  requestHash: string,
): Promise<unknown> {
  const first = await findKey(trx, userId, key);
  if (!first || first.status === null) throw new ProblemError('requestInProgress');
  if (first.request_hash !== requestHash) throw new ProblemError('idempotencyKeyReused');
  return first.answer;
}

/**
 * Returns the idempotency key.
 *
 * @throws {ProblemError} `idempotencyKeyRequired` if the key is absent or invalid.
 */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,100}$/.test(key)) {
    throw new ProblemError('idempotencyKeyRequired');
  }
  return key;
}

/**
 * Returns a hash of the request. It shows whether a request with a used key repeats the first request, or is a
 * different one.
 */
export function hashOf(request: FastifyRequest): string {
  const text = JSON.stringify([request.method, request.url, request.body ?? null]);
  return createHash('sha256').update(text).digest('hex');
}

/** Deletes the stored answers of a user. */
export async function forgetAnswers(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
}

/** How long an answer is stored, so that a repeated request can get it. */
export const answerLifetimeMs = 30 * 24 * 60 * 60_000;

/** Deletes expired answers. */
export async function dropOldAnswers(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', addMs(now, -answerLifetimeMs))
    .execute();
}

import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../../contract/errors.ts';
import { Changes } from '../../changes/changes.ts';
import { systemClock } from '../../time/clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { Outbox } from '../../outbox/outbox.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { installErrorHandler } from '../errorHandler.ts';
import { workOnce } from './idempotency.ts';
import { createLogger } from '../../log/logger.ts';
import { ProblemError } from '../problem.ts';

const Counted = z.object({ n: z.int(), said: z.unknown() });

forBothEngines((engine) => {
  let database: OpenDatabase;
  let app: FastifyInstance;
  let runs = 0;
  let failures = 0;
  const userIds = [randomUUID(), randomUUID()];

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    await db
      .insertInto('users')
      .values(
        userIds.map((id, i) => ({
          id,
          number: String(i),
          phone: String(i),
          invite_code: String(i),
          language: 'en' as const,
          created_at: new Date(),
        })),
      )
      .execute();
    const log = createLogger('silent');
    const outbox = new Outbox({ db, clock: systemClock, log });
    const deps = { db, clock: systemClock, changes: new Changes(), log, outbox };
    app = fastify();
    installErrorHandler(app);
    app.post('/count/:user', async (request) => {
      const { user } = z.object({ user: z.coerce.number() }).parse(request.params);
      return workOnce(deps, request, userIds[user] ?? '', Counted, async ({ trx }) => {
        // Another statement in the same transaction takes time, so that concurrent calls overlap.
        await trx.selectFrom('users').select('id').execute();
        if (failures > 0) {
          failures--;
          throw new ProblemError('noChargers');
        }
        return { n: ++runs, said: request.body };
      });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const count = async (key: string | null, body: unknown = {}, user = 0) => {
    const response = await app.inject({
      method: 'POST',
      url: `/count/${user}`,
      headers: key === null ? {} : { 'idempotency-key': key },
      payload: JSON.parse(JSON.stringify(body)),
    });
    return { status: response.statusCode, body: response.json<unknown>() };
  };
  const numberOf = (answer: { body: unknown }) => Counted.parse(answer.body).n;
  const codeOf = (answer: { body: unknown }) => Problem.parse(answer.body).code;

  test('a request that is repeated with the same key runs once, and gets the same answer', async () => {
    const key = randomUUID();
    const first = await count(key, { a: 1 });
    expect(await count(key, { a: 1 })).toEqual(first);
    expect(numberOf(await count(randomUUID(), { a: 1 }))).toBe(numberOf(first) + 1);
  });

  test('the same key with another body is refused', async () => {
    const key = randomUUID();
    await count(key, { a: 1 });
    const before = runs;
    const changed = await count(key, { a: 2 });
    expect(changed.status).toBe(422);
    expect(codeOf(changed)).toBe('idempotencyKeyReused');
    expect(runs).toBe(before);
  });

  test('ten concurrent requests run once', async () => {
    const key = randomUUID();
    const before = runs;
    const answers = await Promise.all(Array.from({ length: 10 }, () => count(key)));
    expect(runs).toBe(before + 1);
    expect(new Set(answers.map(numberOf))).toEqual(new Set([before + 1]));
  });

  test('a failed run stores no key', async () => {
    const key = randomUUID();
    failures = 1;
    expect(codeOf(await count(key))).toBe('noChargers');
    expect((await count(key)).status).toBe(200);
  });

  test('two riders may use the same key independently', async () => {
    const key = randomUUID();
    const mine = await count(key, {}, 0);
    expect(numberOf(await count(key, {}, 1))).toBe(numberOf(mine) + 1);
  });

  test.each([null, '', 'short', 'x'.repeat(101), 'white space in the key'])(
    'the key is required, and cannot be %j',
    async (key) => {
      expect(codeOf(await count(key))).toBe('idempotencyKeyRequired');
    },
  );
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { forEachEngine } from '../../testing/database.ts';
import { operatorChanges, withoutEntry } from '../../testing/operators/operatorChanges.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { OperatorWorld } from '../../testing/operators/operatorWorld.ts';
import { brokenOperatorActions } from '../audit/operatorActions.ts';

/** The IP address of all calls in this test, and the network that the record stores. */
const address = '203.0.113.7';
const network = '203.0.113.0/24';

const Body = z.object({ properties: z.record(z.string(), z.unknown()).optional() });
const Operation = z.object({
  parameters: z.array(z.object({ $ref: z.string().optional() })).default([]),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({
          schema: Body.extend({ anyOf: z.array(Body).optional() }),
        }),
      }),
    })
    .optional(),
});
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

forEachEngine((engine) => {
  let world: OperatorWorld;
  /**
   * The routes of the OpenAPI document that change something, such as `POST
   * /api/ops/stations/{id}/pause`.
   */
  let routes: Map<string, z.output<typeof Operation>>;
  beforeAll(async () => {
    world = await OperatorWorld.start(engine);
    const { paths } = Description.parse((await world.app.call('/api/ops/openapi.json')).body);
    routes = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([method]) => !['get', 'head', 'options'].includes(method))
          .map(([method, operation]) => [
            `${method.toUpperCase()} ${path}`,
            Operation.parse(operation),
          ]),
      ),
    );
  }, 120_000);
  afterAll(() => world.close());

  const newestEntry = async () => {
    const { id } = await world.app.deps.db
      .selectFrom('operator_actions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  };
  const entriesAfter = (id: Awaited<ReturnType<typeof newestEntry>>) =>
    world.app.deps.db
      .selectFrom('operator_actions')
      .select(['action', 'subject', 'who', 'why', 'client', 'network', 'key'])
      .where('id', '>', id)
      .orderBy('id')
      .execute();

  test('the table and its exceptions contain exactly the changing routes of the OpenAPI document', () => {
    const known = [...Object.keys(operatorChanges), ...Object.keys(withoutEntry)];
    expect(known.toSorted()).toEqual([...routes.keys()].toSorted());
  });

  test('a route that leaves an entry has a reason and an idempotency key, unless it is about the caller’s own session; other routes have neither', () => {
    for (const [route, operation] of routes) {
      const row = operatorChanges[route];
      const schema = operation.requestBody?.content['application/json'].schema;
      const hasReason = (schema?.anyOf ?? [schema]).every(
        (one) => 'why' in (one?.properties ?? {}),
      );
      const hasKey = operation.parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
      const needsBoth = row !== undefined && !row.isOfSession;
      expect({ route, hasReason, hasKey }).toEqual({
        route,
        hasReason: needsBoth,
        hasKey: needsBoth,
      });
    }
  });

  test.each(Object.entries(operatorChanges))(
    '%s leaves an entry with the subject, the operator, the reason and the origin',
    async (route, { action, isOfSession = false, call, subjectOf }) => {
      const prepared = await call(world);
      const { params = {}, body, by = { who: 'Ada', token: world.ada } } = prepared;
      const [method = '', template = ''] = route.split(' ');
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? 'absent'),
      );
      const [key, why] = [randomUUID(), `the reason for ${path}`];
      const send = () =>
        world.app.call(path, {
          method,
          headers: {
            'x-forwarded-for': address,
            ...(by.token !== undefined && { authorization: `Bearer ${by.token}` }),
            ...(by.token === serverKey && { 'x-operator': by.who }),
          },
          ...(isOfSession ? body && { body } : { key, body: { ...body, why } }),
        });
      // Wait for all jobs of the preparation, so that none of them adds an entry after `newestEntry`.
      await world.settle();
      const before = await newestEntry();
      const answer = await send();
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      const entries = await entriesAfter(before);
      const client = isOfSession ? 'session' : by.token === serverKey ? 'serverKey' : 'key';
      const { subject = isOfSession ? by.who : Object.values(params)[0] } = prepared;
      const named = subjectOf?.(answer.body) ?? subject;
      const entry = {
        action,
        subject: named instanceof RegExp ? expect.stringMatching(named) : named,
        who: by.who,
        client,
        network,
      };
      const expected = isOfSession ? { ...entry, why: '', key: null } : { ...entry, why, key };
      // An approval adds a second entry, for the operator who requested the act. This operator has not sent the call,
      // so the entry has no client.
      expect(entries.filter((one) => one.client !== null)).toEqual([expected]);
      if (isOfSession) return;
      const again = await send();
      expect(again).toMatchObject({ status: answer.status });
      expect(await entriesAfter(before)).toEqual(entries);
    },
    60_000,
  );

  test('the chain of hashes of all these entries is unbroken', async () => {
    expect(await brokenOperatorActions(world.app.deps.db)).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

const Operation = z.object({ security: z.array(z.record(z.string(), z.unknown())).optional() });
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Routes whose description says that they need a session. */
async function guardedRoutes(): Promise<{ method: string; path: string }[]> {
  const { paths: described } = Description.parse((await app.call(paths.openApi)).body);
  return Object.entries(described).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.length > 0 && security.every(isSession))
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
}

/** Signing out is idempotent: it succeeds without a session, too. */
const isLogout = (method: string, path: string) =>
  method === 'DELETE' && path === '/api/auth/sessions/current';

const isSession = (scheme: Record<string, unknown>) => 'session' in scheme;

test('a request without a session is refused for that reason, whatever else is wrong with it', async () => {
  const routes = await guardedRoutes();
  expect(routes.length).toBeGreaterThan(30);
  for (const { method, path } of routes) {
    if (isLogout(method, path)) continue;
    const address = path.replace(/\{\w+\}/g, 'not-an-id') + '?limit=none&language=xx';
    const hasBody = !['GET', 'HEAD'].includes(method);
    const answer = await app.call(address, {
      method,
      ...(hasBody ? { body: { unexpected: true } } : {}),
    });
    expect({ method, path, status: answer.status }).toEqual({ method, path, status: 401 });
    expect(Problem.parse(answer.body).code).toBe('signInRequired');
  }
});

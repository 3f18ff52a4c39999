import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Problem } from '../../../contract/errors.ts';
import { isOlder, checkAppVersion } from './appVersion.ts';
import { installErrorHandler } from '../errorHandler.ts';

async function serve(minimum: string | null) {
  const app = fastify();
  onTestFinished(() => app.close());
  installErrorHandler(app);
  await app.register(async (api) => {
    checkAppVersion(api, { own: '1.4.0', minimum });
    for (const path of [paths.order, paths.stationTile, paths.currentSession]) {
      api.get(path, async () => ({ ok: true }));
    }
    for (const path of [paths.rentals, paths.payOrder]) api.post(path, async () => ({ ok: true }));
    api.delete(paths.currentSession, async () => ({ ok: true }));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return (version: string | null, method: string, path: string) =>
    fetch(url + path, { method, headers: version === null ? {} : { 'x-app-version': version } });
}

const order = fillPath(paths.order, { id: '1' });
const tile = fillPath(paths.stationTile, { z: 12, x: 1050, y: 1522 });

test('an outdated app can start nothing, but can finish what it started', async () => {
  const ask = await serve('1.3.0');
  for (const [method, path] of [
    ['GET', tile],
    ['POST', paths.rentals],
    ['GET', paths.currentSession],
  ] as const) {
    const refused = await ask('1.2.9', method, path);
    expect(refused.status).toBe(426);
    expect(refused.headers.get('x-server-version')).toBe('1.4.0');
    expect(Problem.parse(await refused.json()).code).toBe('updateRequired');
  }
  for (const [method, path] of [
    ['GET', order],
    ['POST', fillPath(paths.payOrder, { id: '1' })],
    ['DELETE', paths.currentSession],
  ] as const) {
    expect((await ask('1.2.9', method, path)).status).toBe(200);
  }
});

test.each([
  ['of the minimum', '1.3.0'],
  ['newer than the server', '2.0.0'],
  ['that is no app', null],
])('a caller %s is accepted', async (_what, version) => {
  const ask = await serve('1.3.0');
  const answer = await ask(version, 'POST', paths.rentals);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-server-version')).toBe('1.4.0');
});

test('without a minimum every app is accepted', async () => {
  const ask = await serve(null);
  expect((await ask('0.0.1', 'GET', tile)).status).toBe(200);
});

test.each([
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0-beta', '1.0.1', true],
  ['latest', '0.0.0', true],
])('version %s is older than version %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});

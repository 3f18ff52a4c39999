import fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { RawConnection } from '../../testing/network/rawConnection.ts';
import { limitConnections, type ConnectionLimits } from './limitConnections.ts';

async function serve(limits: ConnectionLimits): Promise<{ app: FastifyInstance; url: string }> {
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  limitConnections(app, limits);
  app.get('/', async () => 'here');
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const works = async (url: string): Promise<boolean> => {
  const connection = (await RawConnection.open(url)).send(get);
  await expect.poll(() => connection.isClosed || connection.received.includes('here')).toBe(true);
  const hasAnswer = connection.received.includes('here');
  connection.close();
  return hasAnswer;
};

test.each([
  ['an address', { perAddress: 3, inAll: 100 }],
  ['the server', { perAddress: null, inAll: 3 }],
])('%s has a limited number of open connections, also of idle ones', async (_, limits) => {
  const { url } = await serve(limits);
  const idle = [];
  for (let i = 0; i < 3; i++) idle.push(await RawConnection.open(url));
  await expect.poll(() => works(url)).toBe(false);
  expect(idle.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
  idle[0]?.close();
  await expect.poll(() => works(url)).toBe(true);
  for (const connection of idle) connection.close();
});

test('behind a proxy, the connections of one address have no limit', async () => {
  const { url } = await serve({ perAddress: null, inAll: 100 });
  const idle = [];
  for (let i = 0; i < 20; i++) idle.push(await RawConnection.open(url));
  expect(await works(url)).toBe(true);
  for (const connection of idle) connection.close();
});

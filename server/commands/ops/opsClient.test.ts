import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { captureOutput } from '../../testing/captureOutput.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { runCommand } from '../runCommand.ts';
import { ops } from './ops.ts';

let server: Server;
afterEach(() => new Promise((closed) => server.close(closed)));

/**
 * Starts a server that refuses one call for each number in `waits`. The number is the time in
 * seconds after which the client may repeat the call. All later calls get an empty list of regions.
 */
async function busyServer(...waits: number[]) {
  let calls = 0;
  server = createServer((_request, response) => {
    const wait = waits[calls++];
    if (wait !== undefined) response.writeHead(429, { 'retry-after': String(wait) });
    response.end(JSON.stringify(wait === undefined ? { regions: [] } : {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, calls: () => calls };
}

const run = (url: string, ...args: string[]) =>
  captureOutput((output) =>
    runCommand(args, ops, {
      ...output,
      settings: { operator: { key: serverKey, keyFile: '/nowhere', url } },
    }),
  );

test('a command waits for as long as the server requests, and prints a message about the wait @slow', async () => {
  const { url } = await busyServer(1);
  expect(await run(url, 'regions', 'list')).toEqual({
    code: 0,
    out: 'There are no regions.\n',
    err: 'The server is busy. The command waits for 1 s.\n',
  });
});

test('a command does not begin a wait that is too long', async () => {
  const { url, calls } = await busyServer(181);
  expect(await run(url, 'regions', 'list')).toEqual({
    code: 1,
    out: '',
    err: 'The server refuses the call: 429.\n',
  });
  expect(calls()).toBe(1);
});

test('a completion never waits', async () => {
  const { url, calls } = await busyServer(1);
  expect(await run(url, '__complete', 'regions', 'change', '')).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  expect(calls()).toBe(1);
});

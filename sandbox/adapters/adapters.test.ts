import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MovableClock } from '../../server/time/clock.ts';
import { RecordingLog } from '../../server/gateway/testing.ts';
import { installErrorHandler } from '../../server/http/errorHandler.ts';
import { createGeocoder } from '../../server/providers/geocoding/createGeocoder.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { freePort } from '../../server/testing/network/freePort.ts';
import { MessageBox } from '../messages/messageBox.ts';
import { ClockControl } from '../world/clockControl.ts';
import { controlRoutes } from '../world/controlRoutes.ts';
import { followClock } from './followClock.ts';
import { openAdapters } from './openAdapters.ts';
import { createSandboxMail } from './sandboxMail.ts';
import { createSandboxSms, createSandboxTexts } from './sandboxSms.ts';
import { WorldClient } from './worldClient.ts';

const secret = 'the secret of this test';
const closers: (() => Promise<unknown>)[] = [];
let dataDir: string;
let port: number;
let world: WorldClient;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'adapters-'));
  port = await freePort();
  world = new WorldClient({ port, secret });
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await rm(dataDir, { recursive: true });
});

/** Starts the control API of a simulated world whose clock is ahead by this many seconds. */
async function startControl(offsetSeconds = 0) {
  const clock = new MovableClock(offsetSeconds);
  const clockControl = new ClockControl(clock);
  const messages = new MessageBox(dataDir, clock);
  const app = fastify({ forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  await app.register(controlRoutes, {
    prefix: '/control',
    sandbox: { clockControl, messages },
    secret,
  });
  await app.listen({ host: '127.0.0.1', port });
  closers.push(() => app.close());
  return { clock, clockControl, messages, stop: () => app.close() };
}

function follow() {
  const clock = new MovableClock();
  const log = new RecordingLog();
  const stop = followClock({ world, clock, log, reportAfterMs: 0 });
  closers.push(async () => stop());
  return { clock, log };
}

test('the clock of the server moves before the clock of the simulated world', async () => {
  const control = await startControl(60);
  const server = follow();
  await vi.waitFor(() => expect(server.clock.offsetSeconds).toBe(60));
  const offsets: number[] = [];
  control.clock.on('moved', () => offsets.push(server.clock.offsetSeconds));
  // The second move begins before the first move is done.
  await Promise.all([control.clockControl.move(3600), control.clockControl.move(40)]);
  expect(offsets).toEqual([3660, 3700]);
  expect(server.clock.offsetSeconds).toBe(3700);
  expect(control.clock.offsetSeconds).toBe(3700);
});

test('if no server is connected, the clock of the simulated world moves at once', async () => {
  const control = await startControl();
  await control.clockControl.move(3600);
  expect(control.clock.offsetSeconds).toBe(3600);
});

test('the log reports each outage of the simulated world once, and after the outage the server follows the simulated clock again', async () => {
  const server = follow();
  await vi.waitFor(() => expect(server.log.lines).toHaveLength(1), { timeout: 5_000 });
  const first = await startControl(7200);
  const moved = once(server.clock, 'moved');
  await moved;
  expect(server.clock.offsetSeconds).toBe(7200);
  await first.stop();
  await vi.waitFor(() => expect(server.log.lines).toHaveLength(3), { timeout: 5_000 });
  await startControl(9000);
  await vi.waitFor(() => expect(server.clock.offsetSeconds).toBe(9000), { timeout: 5_000 });
  expect(server.log.lines.map(({ level }) => level)).toEqual(['warn', 'info', 'warn', 'info']);
});

test('the simulated world receives codes, texts and mails', async () => {
  const { messages } = await startControl();
  await createSandboxSms(world).send({ to: '+12125550123', body: '111111 is it.', code: '111111' });
  const text = { to: '+12125550123', body: 'Your receipt' };
  expect(await createSandboxTexts(world).send(text)).toEqual({ outcome: 'sent' });
  const mail = { subject: 'Your code', text: '444444 is it.\n', code: '444444' };
  await createSandboxMail(world).send({ to: 'ana@example.com', ...mail });
  expect(messages.list()).toMatchObject([
    { to: 'ana@example.com', body: 'Your code\n\n444444 is it.\n', code: '444444' },
    { ...text, code: '' },
    { to: '+12125550123', body: '111111 is it.', code: '111111' },
  ]);
});

test('while the simulated world does not answer, sending a code fails and a text is sent later', async () => {
  const code = { to: '+12125550123', body: '111111 is it.', code: '111111' };
  await expect(createSandboxSms(world).send(code)).rejects.toThrow('does not answer');
  const text = { to: '+12125550123', body: 'Your receipt' };
  expect(await createSandboxTexts(world).send(text)).toEqual({
    outcome: 'later',
    retryAfter: null,
  });
});

test('only the server may send messages and follow the clock', async () => {
  const { messages } = await startControl();
  const stranger = new WorldClient({ port, secret: 'another' });
  const message = { to: '+12125550123', body: 'Hi', code: '' };
  await expect(stranger.post(message)).rejects.toThrow('401');
  await expect(stranger.clockOffset(null, AbortSignal.timeout(5_000))).rejects.toThrow('401');
  expect(messages.list()).toEqual([]);
});

function openWith(env: Record<string, string>) {
  const settings = readSettings({ NODE_ENV: 'test', SANDBOX: '1', DATA_DIR: dataDir, ...env });
  const outside = openAdapters(settings, new RecordingLog());
  closers.push(() => outside.stop());
  return { settings, outside };
}

test('only the sandbox creates its own geocoder', async () => {
  const { settings, outside } = openWith({});
  expect(outside.geocoder).not.toBeNull();
  await expect(createGeocoder(settings)).rejects.toThrow('the sandbox did not create');
});

test('the sandbox has no geocoder if the settings name another', async () => {
  const { settings, outside } = openWith({ GEOCODER: 'stations' });
  expect(outside.geocoder).toBeNull();
  expect(await createGeocoder(settings)).toBeNull();
});

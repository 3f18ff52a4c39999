import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../contract/auth.ts';
import { fillPath, paths } from '../contract/paths.ts';
import { createLogger } from './http/logger.ts';
import { readSettings } from './settings.ts';
import { startServer } from './start.ts';
import { FakeTwilio } from './testing/fakeTwilio.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

test('with Twilio configured it texts the codes, in the sandbox too', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const twilio = await FakeTwilio.start();
  closers.push(() => twilio.close());
  const settings = readSettings({
    NODE_ENV: 'test',
    SANDBOX: '1',
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
    TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
    TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
    TWILIO_URL: twilio.url,
  });
  const server = await startServer(settings, createLogger('silent'));
  closers.push(() => server.stop());

  const post = async (address: string, body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(server.url + address, init)).json();
  };
  const phone = '+13125550188';
  const asked = CodeIssued.parse(await post(paths.codes, { phone, language: 'es' }));
  const outbox = await fetch(`${server.url}/sandbox/api/messages?to=${encodeURIComponent(phone)}`);
  expect(await outbox.json()).toEqual([]);
  const verify = fillPath(paths.verifyCode, { requestId: asked.requestId });
  const { user } = SignedIn.parse(await post(verify, { code: twilio.codeFor(phone) }));
  expect(user.phone).toBe(phone);
});

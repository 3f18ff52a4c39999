import { SignJWT, importJWK } from 'jose';
import webPush from 'web-push';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../server/time/clock.ts';
import { makeVapidKeys, startPushService } from '../../server/testing/pushWorld.ts';
import { decryptPush, verifyVapid } from './readPush.ts';

test('the decryption reads the example of RFC 8291', () => {
  const keys = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg' +
      'Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB' +
      'St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  expect(decryptPush(keys, body)).toBe('When I grow up, I want to be a watermelon');
  const changed = Buffer.from(body);
  changed[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  expect(() => decryptPush(keys, changed)).toThrow('authenticate');
  expect(() => decryptPush({ ...keys, auth: 'A'.repeat(22) }, body)).toThrow('authenticate');
});

const audience = 'https://push.example.com';
const keys = makeVapidKeys();
const nowSeconds = () => Math.floor(systemClock.now().getTime() / 1000);

async function sign(
  claims: { aud?: string; exp?: number; sub?: string },
  { privateKey, publicKey } = keys,
): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const key = await importJWK(
    { kty: 'EC', crv: 'P-256', d: privateKey, x: x ?? '', y: y ?? '' },
    'ES256',
  );
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .sign(key);
  return `vapid t=${token}, k=${keys.publicKey}`;
}

const good = () => ({ aud: audience, exp: nowSeconds() + 3600, sub: 'mailto:push@example.com' });

test('the verification returns the key of a valid signature', async () => {
  expect(await verifyVapid(await sign(good()), audience, systemClock)).toBe(keys.publicKey);
});

test.each([
  ['for another push service', 'aud', () => sign({ ...good(), aud: 'https://other.example.com' })],
  ['that has expired', 'exp', () => sign({ ...good(), exp: nowSeconds() - 1 })],
  [
    'for longer than a day',
    'more than a day',
    () => sign({ ...good(), exp: nowSeconds() + 25 * 3600 }),
  ],
  ['without an end', 'exp', () => sign({ aud: audience, sub: 'mailto:push@example.com' })],
  ['without a subject', 'sub', () => sign({ aud: audience, exp: nowSeconds() + 3600 })],
  [
    'without a contact address',
    'the subject is not a contact address',
    () => sign({ ...good(), sub: 'push@example.com' }),
  ],
  ['of another key', 'signature', () => sign(good(), makeVapidKeys())],
  ['of another form', 'Invalid', async () => (await sign(good())).replace('vapid', 'WebPush')],
  ['that is missing', 'Invalid', async () => undefined],
])('a signature %s is refused', async (_, why, authorization) => {
  await expect(verifyVapid(await authorization(), audience, systemClock)).rejects.toThrow(why);
});

let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

/** Sends a request to the push service: the valid request of a server, with the given changes. */
async function post(
  text: string,
  { headers = {}, by = keys, body }: { headers?: object; by?: typeof keys; body?: Buffer } = {},
) {
  const browser = service.box.subscribe(service.base, keys.publicKey);
  const made = webPush.generateRequestDetails(browser, text, {
    vapidDetails: { subject: 'mailto:push@example.com', ...by },
    TTL: 60,
  });
  const sent = Object.entries({ ...made.headers, ...headers })
    .filter(([, value]) => value !== null)
    .filter(([name]) => name.toLowerCase() !== 'content-length');
  const answer = await fetch(browser.endpoint, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body: new Uint8Array(body ?? made.body),
  });
  return { status: answer.status, arrived: service.box.list(browser.endpoint) };
}

test('the push service accepts and decrypts a valid message', async () => {
  const { status, arrived } = await post('{"title":"¡Hola! 您好"}');
  expect(status).toBe(201);
  expect(arrived).toMatchObject([
    { ttl: 60, urgency: 'normal', message: { title: '¡Hola! 您好' } },
  ]);
});

test.each([
  ['no signature', 401, { headers: { Authorization: null } }],
  ['the signature of somebody else', 403, { by: makeVapidKeys() }],
  ['no time to live', 400, { headers: { TTL: null } }],
  ['another encryption', 400, { headers: { 'Content-Encoding': 'aesgcm' } }],
  ['another body', 400, { body: Buffer.alloc(200) }],
  ['a large body', 413, { body: Buffer.alloc(5000) }],
])('the push service refuses %s', async (_, status, change) => {
  expect(await post('{}', change)).toMatchObject({ status, arrived: [] });
});

test('the push service rejects unknown endpoints', async () => {
  expect((await fetch(`${service.base}unknown`, { method: 'POST' })).status).toBe(404);
});

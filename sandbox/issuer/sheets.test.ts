import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { MovableClock } from '../../server/time/clock.ts';
import { RecordingLog } from '../../server/gateway/testing.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';

let dataDir: string;
let sandbox: Sandbox;
let urls: Map<string, string>;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sheets-'));
  sandbox = await startSandbox({
    settings: {
      dataDir,
      host: '127.0.0.1',
      identityPort: 0,
      identityUrl: 'http://127.0.0.1',
      issuerPort: 0,
      issuerUrl: 'http://127.0.0.1',
      publicUrl: 'http://localhost:3000',
      environment: 'test',
    },
    clock: new MovableClock(),
    log: new RecordingLog(),
  });
  const form = sandbox.payments.cardForm();
  if (form.provider !== 'sandbox') throw new Error(form.provider);
  urls = new Map(form.sheets.map(({ kind, url }) => [kind, url]));
});
afterEach(async () => {
  await sandbox.stop();
  await rm(dataDir, { recursive: true });
});

let keys = 0;
const key = (): string => `sheet-key-${++keys}`;

async function pick(kind: string, behaviour: string, origin?: string): Promise<Response> {
  const url = urls.get(kind) ?? '';
  return fetch(`${url}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: origin ?? new URL(url).origin },
    body: JSON.stringify({ behaviour }),
  });
}

async function attach(kind: string, behaviour: string, customer = 'ada') {
  const { token } = z
    .object({ token: z.string() })
    .parse(await (await pick(kind, behaviour)).json());
  const attached = await sandbox.payments.attach({ key: key(), token, customer });
  if (attached.outcome !== 'attached') throw new Error(attached.outcome);
  return attached;
}

function authorize(card: string, capture = false) {
  const order = { customer: 'ada', amount: 500, currency: 'USD', description: 'R-7K3M-92QF' };
  return sandbox.payments.authorize({ key: key(), card, ...order, capture, onSession: true });
}

test.each(['applePay', 'googlePay', 'payPal'])(
  'the sheet %s has a page with its accounts',
  async (kind) => {
    const page = await fetch(
      `${urls.get(kind)}?language=es&theme=black&origin=http://evil.example`,
    );
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const text = await page.text();
    expect(text).toContain('data-app-origin="http://localhost:3000"');
    expect(text).toContain('No se cobra nada.');
    expect(text.match(/type="radio"/g)).toHaveLength(5);
  },
);

test('other kinds of payment methods have no sheet, and only the page of a sheet can get tokens', async () => {
  const { origin } = new URL(urls.get('payPal') ?? '');
  for (const kind of ['card', 'goCash', 'other']) {
    expect((await fetch(`${origin}/sheets/${kind}`)).status).toBe(404);
  }
  expect((await pick('payPal', 'pays', 'http://localhost:3000')).status).toBe(403);
  expect((await pick('payPal', 'paysTwice')).status).toBe(422);
});

test('a chosen account has its kind, and its fingerprint differs from those of other accounts and of the card', async () => {
  const apple = await attach('applePay', 'pays');
  expect(apple).toMatchObject({
    kind: 'applePay',
    brand: 'visa',
    last4: '4242',
    label: null,
    country: 'US',
    postalCode: '60601',
  });
  expect(await attach('payPal', 'pays')).toMatchObject({
    kind: 'payPal',
    brand: 'paypal',
    last4: '',
    label: 'p•••@example.com',
    expiryMonth: null,
    expiryYear: null,
    country: null,
  });
  const google = await attach('googlePay', 'pays');
  expect(google.fingerprint).not.toBe(apple.fingerprint);
  expect((await attach('applePay', 'pays', 'bob')).fingerprint).toBe(apple.fingerprint);
});

test.each([
  ['applePay', 'declined', { outcome: 'declined', reason: 'declined' }],
  ['googlePay', 'insufficientFunds', { outcome: 'declined', reason: 'insufficientFunds' }],
  ['payPal', 'failsWhenCharged', { outcome: 'authorized' }],
  ['payPal', 'pays', { outcome: 'authorized' }],
])('a payment by %s with behaviour %s has the right outcome', async (kind, behaviour, answer) => {
  const { card } = await attach(kind, behaviour);
  expect(await authorize(card)).toMatchObject(answer);
  expect(sandbox.issuer.records()[0]).toMatchObject({ method: kind });
  if (behaviour === 'failsWhenCharged') {
    expect(await authorize(card, true)).toMatchObject({ outcome: 'declined' });
  }
});

test('an account can require a confirmation, and the confirmation page shows the label of the account', async () => {
  const { card } = await attach('payPal', 'authentication');
  const asked = await authorize(card);
  if (asked.outcome !== 'actionRequired') throw new Error(asked.outcome);
  expect(await (await fetch(asked.url)).text()).toContain('c•••@example.com · order R-7K3M-92QF');
  sandbox.issuer.decide(asked.authorization, true);
  expect(sandbox.issuer.records()[0]).toMatchObject({ outcome: 'authorized' });
});

test('a changed date is stored, and an expired card with a new date can pay again', async () => {
  const { card } = await attach('applePay', 'pays');
  expect(sandbox.issuer.renew(card, { expiryMonth: 1, expiryYear: 2020 })).toBe(true);
  expect(await authorize(card)).toMatchObject({ outcome: 'declined', reason: 'expired' });
  const edit = { key: key(), card, expiryYear: 2090, country: 'CA', postalCode: 'K1A 0B1' };
  for (let times = 0; times < 2; times++) {
    expect(await sandbox.payments.edit(edit)).toEqual({ outcome: 'done' });
  }
  expect(await authorize(card)).toMatchObject({ outcome: 'authorized' });
  expect(sandbox.issuer.cards()[0]).toMatchObject({
    expiryMonth: 1,
    expiryYear: 2090,
    country: 'CA',
    postalCode: 'K1A 0B1',
  });
  expect(await sandbox.payments.edit({ key: key(), card: 'card_unknown' })).toMatchObject({
    outcome: 'declined',
  });
});

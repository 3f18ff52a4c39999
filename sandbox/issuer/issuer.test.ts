import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { MovableClock } from '../../server/time/clock.ts';
import { RecordingLog } from '../../server/gateway/testing.ts';
import type { PaymentProvider } from '../../server/providers/payments/provider.ts';
import { createSandboxProvider, IssuerRefusedError } from './sandboxProvider.ts';
import { openSecrets } from '../sandboxSecrets.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';

let dataDir: string;
let clock: MovableClock;
let sandbox: Sandbox;
let payments: PaymentProvider;
let issuerUrl: string;
let log: RecordingLog;

async function open(): Promise<void> {
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
    clock,
    log,
  });
  issuerUrl = new URL(sandbox.payments.contentSources().frames[0] ?? '').origin;
  payments = createSandboxProvider({
    url: issuerUrl,
    publicUrl: issuerUrl,
    merchantKey: openSecrets(dataDir).merchant,
    webhookSecret: openSecrets(dataDir).webhooks,
    timeoutMs: 1_000,
  });
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'issuer-'));
  clock = new MovableClock();
  log = new RecordingLog();
  await open();
});
afterEach(async () => {
  await sandbox.stop();
  await rm(dataDir, { recursive: true });
});

const Token = z.object({ token: z.string(), brand: z.string(), last4: z.string() });
let keys = 0;
const key = (): string => `test-key-${++keys}`;

async function typeCard(number: string, fields: object = {}): Promise<Response> {
  return fetch(`${issuerUrl}/card-form/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: issuerUrl },
    body: JSON.stringify({
      number,
      name: 'Ada Lovelace',
      expiryMonth: 12,
      expiryYear: clock.now().getUTCFullYear() + 3,
      ...fields,
    }),
  });
}

async function addCard(number: string, customer = 'ada'): Promise<string> {
  const { token } = Token.parse(await (await typeCard(number)).json());
  const attached = await payments.attach({ key: key(), token, customer });
  if (attached.outcome !== 'attached') throw new Error(attached.outcome);
  return attached.card;
}

function hold(card: string, fields: object = {}) {
  return {
    key: key(),
    card,
    customer: 'ada',
    amount: 2000,
    currency: 'USD',
    description: 'R-7K3M-92QF',
    capture: false,
    onSession: true,
    ...fields,
  };
}

async function held(card: string, fields: object = {}): Promise<string> {
  const answer = await payments.authorize(hold(card, fields));
  if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
  return answer.authorization;
}

const move = (authorization: string, amount: number) => ({
  key: key(),
  authorization,
  amount,
  currency: 'USD',
});

test('a detached card cannot pay again, but its payments can be refunded', async () => {
  const card = await addCard('4242424242424242');
  const authorization = await held(card);
  const before = hold(card);
  await payments.authorize(before);
  const request = { key: key(), card };
  for (let i = 0; i < 2; i++) expect(await payments.detach(request)).toEqual({ outcome: 'done' });
  expect(await payments.detach({ key: key(), card })).toEqual({ outcome: 'done' });
  expect(await payments.detach({ key: key(), card: 'card_unknown' })).toEqual({ outcome: 'done' });

  for (const customer of ['ada', '']) {
    expect(await payments.authorize(hold(card, { customer }))).toMatchObject({
      outcome: 'declined',
    });
  }
  expect(await payments.authorize(before)).toMatchObject({ outcome: 'authorized' });
  expect(await payments.capture(move(authorization, 500))).toEqual({ outcome: 'done' });
  expect(await payments.refund(move(authorization, 500))).toEqual({ outcome: 'done' });
  await sandbox.stop();
  await open();
  expect(await payments.authorize(hold(card))).toMatchObject({ outcome: 'declined' });
  const stored = await readFile(path.join(dataDir, 'sandbox', 'issuer.jsonl'), 'utf8');
  expect(stored.trimEnd().split('\n').at(-1)).not.toContain('Ada Lovelace');
});

test('a test card becomes a token that can be used once', async () => {
  const answer = await typeCard('378282246310005');
  const { token, brand, last4 } = Token.parse(await answer.json());
  expect({ brand, last4 }).toEqual({ brand: 'amex', last4: '0005' });
  const attach = { key: key(), token, customer: 'ada' };
  const attached = await payments.attach(attach);
  expect(attached).toMatchObject({
    outcome: 'attached',
    nameOnCard: 'Ada Lovelace',
    expiryMonth: 12,
  });
  expect(await payments.attach(attach)).toEqual(attached);
  expect(await payments.attach({ ...attach, key: key() })).toMatchObject({ outcome: 'declined' });
});

test('the same card has the same fingerprint for all customers', async () => {
  const attach = async (number: string, customer: string) => {
    const { token } = Token.parse(await (await typeCard(number)).json());
    const attached = await payments.attach({ key: key(), token, customer });
    return attached.outcome === 'attached' ? attached.fingerprint : null;
  };
  const first = await attach('4242424242424242', 'ada');
  expect(await attach('4242424242424242', 'bob')).toBe(first);
  expect(await attach('5555555555554444', 'bob')).not.toBe(first);
});

test.each([
  ['a number that is not published', '4111111111111111', {}],
  ['an expired card', '4242424242424242', { expiryMonth: 1, expiryYear: 2020 }],
  ['a card without a name', '4242424242424242', { name: ' ' }],
])('the issuer refuses %s', async (_what, number, fields) => {
  expect((await typeCard(number, fields)).status).toBe(422);
});

test('only the page of the issuer may turn a card number into a token', async () => {
  const response = await fetch(`${issuerUrl}/card-form/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: '{}',
  });
  expect(response.status).toBe(403);
});

test('only the merchant may move money', async () => {
  const stranger = createSandboxProvider({
    url: issuerUrl,
    publicUrl: issuerUrl,
    merchantKey: 'guessed',
    webhookSecret: 'guessed',
  });
  await expect(stranger.authorize(hold('card_x'))).rejects.toThrow(IssuerRefusedError);
});

test('a hold can be captured in part only once, and at most the captured amount can be refunded', async () => {
  const authorization = await held(await addCard('4242424242424242'));
  expect(await payments.capture(move(authorization, 2001))).toMatchObject({ outcome: 'declined' });
  expect(await payments.capture(move(authorization, 300))).toEqual({ outcome: 'done' });
  expect(await payments.capture(move(authorization, 300))).toMatchObject({ outcome: 'declined' });
  expect(await payments.void({ key: key(), authorization })).toMatchObject({ outcome: 'declined' });
  expect(await payments.refund(move(authorization, 200))).toEqual({ outcome: 'done' });
  expect(await payments.refund(move(authorization, 101))).toMatchObject({ outcome: 'declined' });
  expect(await payments.refund(move(authorization, 100))).toEqual({ outcome: 'done' });
});

test('a voided hold cannot be captured', async () => {
  const authorization = await held(await addCard('4242424242424242'));
  expect(await payments.void({ key: key(), authorization })).toEqual({ outcome: 'done' });
  expect(await payments.capture(move(authorization, 100))).toMatchObject({ outcome: 'declined' });
});

test('an idempotency key has one effect and cannot be used for another request', async () => {
  const card = await addCard('4242424242424242');
  const request = hold(card);
  const first = await payments.authorize(request);
  expect(await payments.authorize(request)).toEqual(first);
  await expect(payments.authorize({ ...request, amount: 1 })).rejects.toThrow(IssuerRefusedError);
  expect(sandbox.issuer.records()).toHaveLength(1);
});

test.each([
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficientFunds'],
])('card %s is declined as %s', async (number, reason) => {
  const card = await addCard(number);
  expect(await payments.authorize(hold(card))).toEqual({ outcome: 'declined', reason });
  expect(sandbox.issuer.records()[0]).toMatchObject({
    kind: 'authorization',
    outcome: 'declined',
    reason,
    last4: number.slice(-4),
  });
});

test('a card expires when the clock passes its date', async () => {
  const card = await addCard('4242424242424242');
  clock.advance(4 * 366 * 24 * 3600);
  expect(await payments.authorize(hold(card))).toMatchObject({ reason: 'expired' });
});

test('a card belongs to the customer who added it', async () => {
  const card = await addCard('4242424242424242', 'ada');
  expect(await payments.authorize(hold(card, { customer: 'bob' }))).toMatchObject({
    outcome: 'declined',
    reason: 'invalidCard',
  });
});

test('card …0341 accepts a hold, and declines a charge', async () => {
  const card = await addCard('4000000000000341');
  const rental = await held(card);
  expect(await payments.capture(move(rental, 300))).toMatchObject({ outcome: 'declined' });
  expect(await payments.void({ key: key(), authorization: rental })).toEqual({ outcome: 'done' });
  expect(await payments.authorize(hold(card, { capture: true }))).toMatchObject({
    outcome: 'declined',
  });
});

test('card …3155 requires one confirmation for the two holds of an order', async () => {
  const card = await addCard('4000002500003155');
  const [fee, deposit] = [hold(card, { amount: 100 }), hold(card)];
  const asked = await payments.authorize(fee);
  expect(await payments.authorize(deposit)).toMatchObject({ outcome: 'actionRequired' });
  if (asked.outcome !== 'actionRequired') throw new Error(asked.outcome);
  const page = await (await fetch(asked.url)).text();
  expect(page).toContain('$1.00');
  expect(page).toContain('R-7K3M-92QF');
  const decision = await fetch(`${asked.url}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: issuerUrl },
    body: '{"approved":true}',
  });
  expect(decision.status).toBe(200);
  // A repeated request with the same key returns the result of the confirmation.
  expect(await payments.authorize(fee)).toMatchObject({ outcome: 'authorized' });
  expect(await payments.authorize(deposit)).toMatchObject({ outcome: 'authorized' });
  expect(sandbox.issuer.records().map(({ outcome }) => outcome)).toEqual([
    'authorized',
    'authorized',
  ]);
});

test('card …3155 is declined if the cardholder refuses or is not present', async () => {
  const card = await addCard('4000002500003155');
  const request = hold(card);
  const asked = await payments.authorize(request);
  if (asked.outcome !== 'actionRequired') throw new Error(asked.outcome);
  expect(sandbox.issuer.decide(asked.authorization, false)).toBe(true);
  expect(sandbox.issuer.decide(asked.authorization, true)).toBe(false);
  const refused = { outcome: 'declined', reason: 'authenticationFailed' };
  expect(await payments.authorize(request)).toEqual(refused);
  expect(await payments.authorize(hold(card, { onSession: false }))).toEqual(refused);
});

test.each([
  ['timeoutBefore', 0],
  ['cutBefore', 0],
  ['errorBefore', 0],
  ['timeoutAfter', 1],
  ['cutAfter', 1],
] as const)('after %s, a call with the same key gets the outcome @slow', async (mode, effects) => {
  const card = await addCard('4242424242424242');
  sandbox.faults.set({ mode, times: 1, operations: ['authorize'] });
  const request = hold(card);
  expect(await payments.authorize(request)).toEqual({ outcome: 'unknown' });
  expect(sandbox.issuer.records()).toHaveLength(effects);
  expect(await payments.authorize(request)).toMatchObject({ outcome: 'authorized' });
  expect(sandbox.issuer.records()).toHaveLength(1);
});

test('if the issuer cannot be reached, the outcome is unknown', async () => {
  const nowhere = createSandboxProvider({
    url: 'http://127.0.0.1:9',
    publicUrl: 'http://127.0.0.1:9',
    merchantKey: 'x',
    webhookSecret: 'x',
  });
  expect(await nowhere.void({ key: key(), authorization: 'auth_x' })).toEqual({
    outcome: 'unknown',
  });
});

test('a restart loses no data', async () => {
  const card = await addCard('4242424242424242');
  const request = hold(card);
  const first = await payments.authorize(request);
  if (first.outcome !== 'authorized') throw new Error(first.outcome);
  const taken = move(first.authorization, 300);
  await payments.capture(taken);
  const records = sandbox.issuer.records();
  await sandbox.stop();
  await open();
  expect(sandbox.issuer.records()).toEqual(records);
  expect(await payments.authorize(request)).toEqual(first);
  expect(await payments.capture(taken)).toEqual({ outcome: 'done' });
  expect(await payments.refund(move(first.authorization, 301))).toMatchObject({
    outcome: 'declined',
  });
});

test('no card number is written to any file, for accepted and for refused cards', async () => {
  const numbers = ['4242424242424242', '4000000000000341', '4111111111111111'];
  for (const number of numbers) await typeCard(number);
  await payments.authorize(hold(await addCard('4242424242424242')));
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const written = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
  );
  expect(written.length).toBeGreaterThan(1);
  const everything = [...written, JSON.stringify(log.lines)].join('\n');
  for (const number of numbers) expect(everything).not.toContain(number.slice(0, 12));
});

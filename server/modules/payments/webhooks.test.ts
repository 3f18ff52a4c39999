import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { PaymentMethod, PaymentMethodList } from '../../../contract/payment.ts';
import { registerOrderJobs } from '../../composition.ts';
import { RecordingLog } from '../../gateway/testing.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { signMessage, sandboxSignatureHeader } from '../../../sandbox/issuer/sandboxSignature.ts';
import type { IssuerEvent } from '../../../sandbox/issuer/wire.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { openSecrets } from '../../../sandbox/sandboxSecrets.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { Renting } from '../../testing/renting.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';

// The clock is stopped, because with a real clock a retry could become due on a slow machine.
const clock = new StoppedClock();
const webhook = fillPath(paths.paymentWebhook, { provider: 'sandbox' });
let dataDir: string;
let sandbox: Sandbox;
let app: TestApp;
let secret: string;
let renting: Renting;
let rider: Rider;
let method: PaymentMethod;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'webhooks-'));
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
    log: new RecordingLog(),
  });
  secret = openSecrets(dataDir).webhooks;
  app = await startTestApp({ payments: sandbox.payments, clock });
  registerOrderJobs(app.deps);
  sandbox.setServerUrl(app.url);
});
afterAll(async () => {
  await sandbox.stop();
  await app.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  sandbox.faults.set({ mode: 'off', times: 1 });
  sandbox.webhooks.turn({ delayMs: 0, drop: true, duplicates: 0, wrongSignature: false });
  renting = await Renting.at(app);
  rider = await signUp(app);
  method = await addMethod();
});

test('a webhook completes a hold whose answer was lost, long before the retry would', async () => {
  sandbox.faults.set({ mode: 'cutAfter', times: 1, operations: ['authorize'] });
  const order = await start();
  await renting.settle();
  expect(await statesOf(order)).toEqual(['unknown']);
  await delayOpenJobs();
  await renting.settle();
  expect(await statesOf(order)).toEqual(['unknown']);

  for (const { authorization, key } of heldOf(order)) {
    // Send the later event first. The amounts are wrong on purpose, because the server must ignore them.
    for (const type of ['captured', 'authorized'] as const) {
      expect((await send({ type, authorization, key, amount: 1 })).status).toBe(204);
    }
  }
  await renting.settle();
  expect(await statesOf(order)).toEqual(['authorized']);
});

test('a webhook completes a capture whose answer was lost, with the amount that the server requested', async () => {
  const order = await start();
  await renting.settle();
  clock.advance(3600);
  sandbox.faults.set({ mode: 'cutAfter', times: 1, operations: ['capture'] });
  await renting.bringBack(order.slot ?? 0);
  await delayOpenJobs();
  await renting.settle();
  const capturing = (await paymentsOf(order)).find(({ state }) => state === 'capturing');
  const authorization = capturing?.provider_authorization ?? '';
  expect(authorization).not.toBe('');
  await send({ type: 'captured', authorization, key: '', amount: 999_999 });
  await renting.settle();
  expect((await paymentsOf(order)).find(({ id }) => id === capturing?.id)).toMatchObject({
    state: 'captured',
    captured: 200,
  });
});

test('a webhook is handled once, even if it arrives several times at once', async () => {
  sandbox.faults.set({ mode: 'cutAfter', times: 1, operations: ['authorize'] });
  const order = await start();
  await renting.settle();
  const [held] = heldOf(order);
  const event: IssuerEvent = { type: 'authorized', amount: 1, authorization: '', key: '', ...held };
  const id = `evt_${randomUUID()}`;
  await delayOpenJobs();
  const answers = await Promise.all([1, 2, 3].map(() => send(event, { id })));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await dueJobs(held?.key)).toBe(1);
  await delayOpenJobs();
  expect((await send(event, { id })).status).toBe(204);
  expect(await dueJobs(held?.key)).toBe(0);
});

test('a webhook with a wrong or old signature is refused and changes nothing', async () => {
  const event: IssuerEvent = {
    type: 'cardRenewed',
    card: cardOf(),
    expiryMonth: 1,
    expiryYear: 2050,
  };
  const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000);
  const body = JSON.stringify({ id: 'evt_forged', event });
  const forged = [
    send(event, { secret: 'guessed' }),
    send(event, { at: minutes(-6) }),
    send(event, { at: minutes(6) }),
    raw(body, {}),
    raw(body, { [sandboxSignatureHeader]: 't=1,v1=2' }),
    raw(`${body} `, { [sandboxSignatureHeader]: signMessage(secret, body, clock.now()) }),
    raw('no json', { [sandboxSignatureHeader]: signMessage(secret, 'no json', clock.now()) }),
    raw('', { [sandboxSignatureHeader]: signMessage(secret, '', clock.now()) }),
  ];
  for (const answer of await Promise.all(forged)) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
  }
  expect(await firstExpiry()).toEqual([12, method.expiryYear]);
  expect((await send(event, { at: minutes(-4) })).status).toBe(204);
  expect(await firstExpiry()).toEqual([1, 2050]);
});

test('the server refuses a webhook of an unknown provider, and a webhook that is too large', async () => {
  const elsewhere = fillPath(paths.paymentWebhook, { provider: 'another' });
  expect(await app.call(elsewhere, { method: 'POST', body: {} })).toMatchObject({ status: 404 });
  expect(await raw('x'.repeat(300 * 1024), {})).toMatchObject({ status: 413 });
});

test('a webhook about an unknown object changes nothing', async () => {
  const nobody = { authorization: 'auth_nobody', amount: 1 };
  const events: IssuerEvent[] = [
    { type: 'captured', ...nobody, key: '' },
    { type: 'authorized', ...nobody, key: `authorize:${randomUUID()}` },
    { type: 'authorized', ...nobody, key: `authorize:%` },
    { type: 'chargeback', chargeback: 'cb_nobody' },
    { type: 'fraudWarning', warning: 'fw_nobody' },
    { type: 'cardRenewed', card: '', expiryMonth: 1, expiryYear: 2050 },
  ];
  for (const event of events) expect((await send(event)).status).toBe(204);
  const unknownType = JSON.stringify({ id: randomUUID(), event: { type: 'somethingNew' } });
  const headers = { [sandboxSignatureHeader]: signMessage(secret, unknownType, clock.now()) };
  expect((await raw(unknownType, headers)).status).toBe(204);
  expect(await firstExpiry()).toEqual([12, method.expiryYear]);
  expect(await cases()).toEqual([]);
});

test('a chargeback opens one case @slow', async () => {
  const order = await start();
  await renting.settle();
  clock.advance(3600);
  await renting.bringBack(order.slot ?? 0);
  const charged = (await paymentsOf(order)).find(({ state }) => state === 'captured');
  const authorization = charged?.provider_authorization ?? '';
  const opened = sandbox.issuer.chargebacks.open(authorization, 'fraudulent');
  const event: IssuerEvent = { type: 'chargeback', chargeback: opened?.chargeback ?? '' };
  for (let times = 0; times < 2; times++) expect((await send(event)).status).toBe(204);
  await renting.settle();
  expect(await cases()).toMatchObject([{ rental_id: order.id }]);
});

test('the sandbox sends webhooks about renewed cards and holds by itself @slow', async () => {
  sandbox.webhooks.turn({ drop: false, duplicates: 2, reorder: true });
  const known = new Set(await storedEvents());
  expect(sandbox.issuer.renew(cardOf(), { expiryMonth: 3, expiryYear: 2049 })).toBe(true);
  await expect.poll(firstExpiry).toEqual([3, 2049]);
  await start();
  await renting.settle();
  sandbox.webhooks.turn({ wrongSignature: true, duplicates: 0 });
  expect(sandbox.issuer.renew(cardOf(), { expiryMonth: 4, expiryYear: 2049 })).toBe(true);
  expect(await firstExpiry()).toEqual([3, 2049]);
  // The sandbox signs a refused webhook again and sends it again a second later.
  sandbox.webhooks.turn({ wrongSignature: false });
  await expect.poll(firstExpiry, { timeout: 10_000 }).toEqual([4, 2049]);
  // The number of stored events: two renewals and one hold.
  const fresh = async () => (await storedEvents()).filter((id) => !known.has(id)).length;
  await expect.poll(fresh, { timeout: 10_000 }).toBe(3);
});

test('the ids of webhooks are stored for thirty days', async () => {
  await send({ type: 'captured', authorization: 'auth_nobody', key: '', amount: 1 });
  const count = (await storedEvents()).length;
  await cleanUp(app.deps);
  expect(await storedEvents()).toHaveLength(count);
  clock.advance(31 * 24 * 3600);
  await cleanUp(app.deps);
  expect(await storedEvents()).toEqual([]);
});

async function addMethod(): Promise<PaymentMethod> {
  const token = sandbox.issuer.tokenizeSheet('applePay', 'pays')?.token;
  const { sessionId: session } = rider;
  const options = { method: 'POST', session, key: randomUUID() };
  const body = { token, makeDefault: true };
  return PaymentMethod.parse((await app.call(paths.paymentMethods, { ...options, body })).body);
}

async function start(): Promise<Order> {
  return Order.parse((await renting.start(rider, method.id)).body);
}

/** The card issuer's id of the newest card. */
function cardOf(): string {
  return sandbox.issuer.cards()[0]?.card ?? '';
}

/** The card issuer's holds for an order. */
function heldOf({ number }: Order): { authorization: string; key: string }[] {
  return sandbox.issuer
    .records()
    .filter(({ description }) => description.includes(number))
    .map(({ authorization, key }) => ({ authorization: authorization ?? '', key }));
}

async function send(
  event: IssuerEvent,
  { id = `evt_${randomUUID()}`, at = clock.now(), secret: key = secret } = {},
) {
  const body = JSON.stringify({ id, event });
  return raw(body, { [sandboxSignatureHeader]: signMessage(key, body, at) });
}

async function raw(body: string, headers: Record<string, string>) {
  const response = await fetch(app.url + webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, body: parsed };
}

async function firstExpiry() {
  const { body } = await app.call(paths.paymentMethods, { session: rider.sessionId });
  const [first] = PaymentMethodList.parse(body).methods;
  return [first?.expiryMonth, first?.expiryYear];
}

function paymentsOf({ id }: Order) {
  return app.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('rental_id', '=', id)
    .orderBy('purpose')
    .execute();
}

async function statesOf(order: Order): Promise<string[]> {
  return (await paymentsOf(order)).map(({ state }) => state);
}

function cases() {
  return app.deps.db
    .selectFrom('support_cases')
    .select(['key', 'rental_id'])
    .where('kind', '=', 'chargeback')
    .execute();
}

async function storedEvents(): Promise<string[]> {
  const rows = await app.deps.db.selectFrom('webhook_events').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Postpones all open jobs by an hour. */
async function delayOpenJobs(): Promise<void> {
  await app.deps.db
    .updateTable('outbox')
    .set({ run_at: new Date(clock.now().getTime() + 3_600_000) })
    .where('done_at', 'is', null)
    .execute();
}

async function dueJobs(key = ''): Promise<number> {
  const rows = await app.deps.db
    .selectFrom('outbox')
    .select('id')
    .where('key', '=', key)
    .where('done_at', 'is', null)
    .where('run_at', '<=', clock.now())
    .execute();
  return rows.length;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MovableClock } from '../../server/time/clock.ts';
import { RecordingLog } from '../../server/gateway/testing.ts';
import { installErrorHandler } from '../../server/http/errorHandler.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { chargebackRoutes } from './chargebackRoutes.ts';

const clock = new MovableClock();
const Opened = z.object({ chargeback: z.string() });
let dataDir: string;
let sandbox: Sandbox;
let app: FastifyInstance;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'chargebacks-'));
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
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  await app.register(chargebackRoutes, { chargebacks: sandbox.issuer.chargebacks });
});
afterAll(async () => {
  await app.close();
  await sandbox.stop();
  await rm(dataDir, { recursive: true });
});

/** Charges 500 minor units and returns the id of the charge. */
async function charge(key: string): Promise<string> {
  const token = sandbox.issuer.tokenizeSheet('applePay', 'pays')?.token ?? '';
  const added = await sandbox.payments.attach({ key: `attach:${key}`, token, customer: 'ada' });
  if (added.outcome !== 'attached') throw new Error('the card was not added');
  const paid = await sandbox.payments.authorize({
    key: `authorize:${key}`,
    card: added.card,
    customer: 'ada',
    amount: 500,
    currency: 'USD',
    description: key,
    capture: true,
    onSession: true,
  });
  if (paid.outcome !== 'captured') throw new Error('nothing was charged');
  return paid.authorization;
}

function post(url: string, payload?: object) {
  return app.inject({ method: 'POST', url, ...(payload && { payload }) });
}

const evidence = { product: 'p', serviceDate: 's', activity: 'a', terms: 't', more: 'm' };

test('calls of the API open a chargeback, answer it once, and close it', async () => {
  const authorization = await charge('won');
  const url = `/api/payments/${authorization}/chargeback`;
  const opened = await post(url, { reason: 'fraudulent' });
  const { chargeback } = Opened.parse(opened.json());
  expect((await post(url, { reason: 'fraudulent' })).statusCode).toBe(404);
  expect(await sandbox.payments.readChargeback({ chargeback })).toMatchObject({
    outcome: 'found',
    authorization,
    amount: 500,
    stage: 'needsEvidence',
    movements: [{ kind: 'withdrawn', amount: 500, fee: { amount: 1500, currency: 'USD' } }],
  });
  for (let times = 0; times < 2; times++) {
    const sent = { key: 'evidence:1', chargeback, evidence };
    expect(await sandbox.payments.sendEvidence(sent)).toEqual({ outcome: 'done' });
  }
  expect((await post(`${url}/close`, { status: 'won' })).statusCode).toBe(200);
  expect(await sandbox.payments.readChargeback({ chargeback })).toMatchObject({
    stage: 'won',
    movements: [{ kind: 'withdrawn' }, { kind: 'reinstated', amount: 500 }],
  });
  expect((await post(`${url}/close`, { status: 'lost' })).statusCode).toBe(404);
});

test('evidence that contains a receipt is refused if the receipt was not uploaded', async () => {
  const authorization = await charge('receipt');
  const opened = await post(`/api/payments/${authorization}/chargeback`, { reason: 'general' });
  const { chargeback } = Opened.parse(opened.json());
  const send = (receipt: string) =>
    sandbox.payments.sendEvidence({
      key: 'evidence:receipt',
      chargeback,
      evidence: { ...evidence, receipt },
    });
  expect(await send('file_unknown')).toMatchObject({ outcome: 'declined' });
  const pdf = Buffer.from('%PDF-1.7');
  const uploaded = await sandbox.payments.uploadReceipt({ key: 'receipt:1', name: 'r.pdf', pdf });
  if (uploaded.outcome !== 'uploaded') throw new Error(uploaded.outcome);
  expect(await send(uploaded.file)).toEqual({ outcome: 'done' });
});

test('evidence after the deadline is refused', async () => {
  const authorization = await charge('late');
  const opened = await post(`/api/payments/${authorization}/chargeback`, { reason: 'general' });
  const { chargeback } = Opened.parse(opened.json());
  clock.advance(8 * 24 * 3600);
  const sent = { key: 'evidence:2', chargeback, evidence };
  expect(await sandbox.payments.sendEvidence(sent)).toMatchObject({ outcome: 'declined' });
});

test('unknown payments and wrong bodies are refused', async () => {
  const url = '/api/payments/auth_nobody';
  expect((await post(`${url}/chargeback`, { reason: 'fraudulent' })).statusCode).toBe(404);
  expect((await post(`${url}/chargeback`, {})).statusCode).toBe(400);
  expect((await post(`${url}/chargeback/close`, { status: 'open' })).statusCode).toBe(400);
  expect((await post(`${url}/fraud-warning`)).statusCode).toBe(404);
  expect(await sandbox.payments.readChargeback({ chargeback: 'cb_nobody' })).toEqual({
    outcome: 'missing',
  });
});

test('a fraud warning is actionable until the charge is refunded', async () => {
  const authorization = await charge('warned');
  const warned: string[] = [];
  sandbox.issuer.on('happened', (event) => {
    if (event.type === 'fraudWarning') warned.push(event.warning);
  });
  expect((await post(`/api/payments/${authorization}/fraud-warning`)).statusCode).toBe(204);
  const [warning = ''] = warned;
  const read = () => sandbox.payments.readFraudWarning({ warning });
  expect(await read()).toEqual({ outcome: 'found', authorization, isActionable: true });
  const amount = { amount: 500, currency: 'USD' };
  await sandbox.payments.refund({ key: 'refund:warned', authorization, ...amount });
  expect(await read()).toMatchObject({ isActionable: false });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SecretChanged } from '../../../contract/operators/secrets.ts';
import type { Broker } from '../../gateway/broker.ts';
import { connectCabinet, type TestCabinet } from '../../gateway/testing.ts';
import { startEmbeddedBroker } from '../../start/embeddedBroker.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { addStation } from '../../testing/stations.ts';

const why = 'the cabinet was replaced';
const hour = 3600;

forEachEngine((engine) => {
  let app: TestApp;
  let broker: Broker;
  let operators: Operators;
  const cabinets: TestCabinet[] = [];
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
    broker = await startEmbeddedBroker(app.deps, { mqttPort: 0, mqttTls: null });
    operators = new Operators(app);
  });
  afterEach(async () => {
    for (const cabinet of cabinets.splice(0)) await cabinet.close();
  });
  afterAll(async () => {
    await broker.close();
    await app.close();
  });

  const change = async (id: string, verb: string, body: object = {}, key: string = randomUUID()) =>
    SecretChanged.parse(
      (await operators.call(`stations/${id}/secret${verb}`, { why, ...body }, serverKey, key)).body,
    );
  /** A new station without a secret, as after an import. */
  const newStation = async () => addStation(app.deps.db, { secret_hash: '' });
  const connect = async (id: string, secret: string | null) => {
    const cabinet = await connectCabinet(broker.url, id, { password: secret ?? '' });
    cabinets.push(cabinet);
    return cabinet;
  };
  const isRefused = (id: string, secret: string | null) =>
    expect(connect(id, secret)).rejects.toThrow(/Connection refused/);
  const closed = ({ client }: TestCabinet) =>
    new Promise<void>((resolve) => client.once('close', () => resolve()));

  test('a cabinet connects with the secret that was issued for it, which is shown once', async () => {
    const id = await newStation();
    await isRefused(id, '');
    const key = randomUUID();
    const issued = await change(id, '', {}, key);
    expect(issued.secret).toMatch(/^[\w-]{43}$/);
    expect(issued).toMatchObject({ isChecked: true, repeated: false, formerUntil: null });
    expect(await change(id, '', {}, key)).toMatchObject({ secret: null, repeated: true });
    await connect(id, issued.secret);
    await isRefused(await newStation(), issued.secret);
    expect(refusalOf(await operators.call(`stations/${id}/secret`, { why }))).toEqual({
      status: 409,
      code: 'secretExists',
    });
    const record = JSON.stringify(await operators.actions(id));
    expect(record).toContain('secret.issue');
    expect(record).not.toContain(issued.secret);
  });

  test('after a rotation both secrets work for a day, and then only the new one', async () => {
    const id = await newStation();
    const first = (await change(id, '')).secret;
    const running = await connect(id, first);
    const { secret: second, formerUntil } = await change(id, '/rotate');
    expect(Date.parse(formerUntil ?? '') - app.deps.clock.now().getTime()).toBeGreaterThan(
      23.9 * hour * 1000,
    );
    await broker.recheck();
    expect(running.client.connected).toBe(true);
    await running.close();
    await (await connect(id, second)).close();
    const old = await connect(id, first);

    app.deps.clock.advance(24 * hour);
    const cut = closed(old);
    await broker.recheck();
    await cut;
    await isRefused(id, first);
    await connect(id, second);
  });

  test('a second rotation does not stop the secret that the cabinet still uses', async () => {
    const id = await newStation();
    const first = (await change(id, '')).secret;
    await change(id, '/rotate');
    await change(id, '/rotate', { overlapHours: 1 });
    expect((await connect(id, first)).client.connected).toBe(true);
  });

  test('without an overlap, the former secret stops working at once', async () => {
    const id = await newStation();
    const first = (await change(id, '')).secret;
    const running = await connect(id, first);
    const cut = closed(running);
    const { secret, formerUntil } = await change(id, '/rotate', { overlapHours: 0 });
    expect(formerUntil).toBeNull();
    await cut;
    await isRefused(id, first);
    await connect(id, secret);
  });

  test('a revocation ends all secrets, also those of an overlap, and the connection', async () => {
    const id = await newStation();
    const first = (await change(id, '')).secret;
    const { secret: second } = await change(id, '/rotate');
    const running = await connect(id, second);
    const other = await newStation();
    const bystander = await connect(other, (await change(other, '')).secret);
    const cut = closed(running);
    expect(await change(id, '/revoke')).toMatchObject({
      secret: null,
      station: { hasSecret: false },
    });
    await cut;
    await isRefused(id, first);
    await isRefused(id, second);
    expect(bystander.client.connected).toBe(true);
    expect(refusalOf(await operators.call(`stations/${id}/secret/rotate`, { why }))).toEqual({
      status: 409,
      code: 'secretMissing',
    });
    const again = (await change(id, '')).secret;
    await connect(id, again);
    expect((await operators.actions(id)).map(({ action }) => action)).toEqual([
      'secret.issue',
      'secret.rotate',
      'secret.revoke',
      'secret.issue',
    ]);
  });
});

test('the answer shows whether the broker of the operator checks the secrets', async () => {
  const app = await startTestApp({
    env: { OPERATOR_KEY: serverKey, MQTT_URL: 'mqtts://broker.example' },
  });
  const id = await addStation(app.deps.db, { secret_hash: '' });
  const answer = await new Operators(app).call(`stations/${id}/secret`, { why });
  expect(SecretChanged.parse(answer.body).isChecked).toBe(false);
  await app.close();
});

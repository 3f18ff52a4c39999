import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { CodeIssued, SignedIn } from '../../contract/auth.ts';
import { FieldSessionChanged } from '../../contract/operators/chargers.ts';
import { CaseActed } from '../../contract/operators/desk.ts';
import { OpsStationList } from '../../contract/operators/stations.ts';
import { Order } from '../../contract/orders.ts';
import { PaymentMethod, PaymentSetup } from '../../contract/payment.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { Station } from '../../contract/stations.ts';
import { demoTariff } from '../../contract/testing/demoTariff.ts';
import { ops } from '../commands/ops/ops.ts';
import { runCommand } from '../commands/runCommand.ts';
import { columns } from '../commands/stations/csvEntries.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { FakeCabinet } from '../testing/cabinets/fakeCabinet.ts';
import { MqttCabinet } from '../testing/cabinets/mqttCabinet.ts';
import { captureOutput } from '../testing/captureOutput.ts';
import { fillDataDir } from '../testing/database.ts';
import { FakeTwilio } from '../testing/fakeTwilio.ts';
import { freePort } from '../testing/network/freePort.ts';
import { FakeStripe } from '../testing/stripe/fakeStripe.ts';
import { startServer } from './startServer.ts';

vi.setConfig({ testTimeout: 120_000 });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** The server without the sandbox, on an empty database. Stripe and Twilio are fakes at their addresses. */
async function startEmpty() {
  const folder = await mkdtemp(path.join(tmpdir(), 'charger-rental-launch-'));
  closers.push(() => rm(folder, { recursive: true }));
  const [stripe, twilio] = [await FakeStripe.start(), await FakeTwilio.start()];
  closers.push(
    () => stripe.close(),
    () => twilio.close(),
  );
  await mkdir(path.join(folder, 'data'));
  await fillDataDir(path.join(folder, 'data'));
  const mqttPort = await freePort();
  const settings = readSettings({
    NODE_ENV: 'test',
    SANDBOX: '0',
    PORT: '0',
    MQTT_PORT: String(mqttPort),
    DATA_DIR: path.join(folder, 'data'),
    KEYS_DIR: path.join(folder, 'keys'),
    UNKNOWN_CHARGERS: 'holdBack',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
    TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
    TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
    TWILIO_URL: twilio.url,
  });
  const server = await startServer(settings, createLogger('silent'));
  closers.push(() => server.stop());
  return { server, settings, folder, stripe, twilio, brokerUrl: `mqtt://127.0.0.1:${mqttPort}` };
}

test('an empty server reaches its first paid rental, and the daily work, by the commands alone', async () => {
  const { server, settings, folder, stripe, twilio, brokerUrl } = await startEmpty();
  const at = (name: string) => path.join(folder, name);
  /** Runs `npm run ops`, with the key that the server wrote into its file, or with the key of an operator. */
  const run = async (key: string | null, ...args: string[]) => {
    const operator = { ...settings.operator, key, url: server.url };
    const open = () => Promise.reject(new Error('the command needs no database'));
    const { code, out, err } = await captureOutput((output) =>
      runCommand(args, ops, { ...output, open, settings: { operator } }),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  };
  const why = ['--why', 'the launch'];

  await run(null, 'operators', 'add', 'Ada', '--role', 'administrator', ...why, '--as', 'root');
  const added = await run(
    null,
    'operators',
    'add-key',
    'Ada',
    '--label',
    'laptop',
    ...why,
    '--as',
    'root',
  );
  const [ada = ''] = added.split('\n');

  const { id: _id, ...terms } = demoTariff;
  await writeFile(at('city-1.json'), JSON.stringify({ ...terms, graceMinutes: 0 }));
  await run(ada, 'tariffs', 'create', 'city-1', '--file', at('city-1.json'), ...why);
  expect(await run(ada, 'tariffs', 'show', 'city-1')).toContain('Unlock fee: $1.00');

  const hours = Array.from({ length: 7 }, () => '00:00-24:00').join(',');
  const row = `,Harbor Books,1 Test Street,41.88,-87.63,${hours},America/Chicago,,,,,4,,,`;
  await writeFile(at('stations.csv'), `${columns.join(',')}\n${row}\n`);
  await run(ada, 'stations', 'import', at('stations.csv'), '--make-ids', at('ids.csv'), ...why);
  await run(ada, 'secrets', 'issue', '--missing', '--file', at('secrets.csv'), ...why);
  const serials = ['PB-1', 'PB-2', 'PB-3'];
  await run(ada, 'chargers', 'register', ...serials, ...why);
  const listed = OpsStationList.pick({ stations: true }).parse(
    JSON.parse(await run(ada, 'stations', 'list', '--json')),
  );
  const [{ id: stationId } = { id: '' }] = listed.stations;
  expect(listed.stations).toMatchObject([{ state: 'live', tariff: 'city-1', hasSecret: true }]);

  const [, line = ''] = (await readFile(at('secrets.csv'), 'utf8')).split('\n');
  const [, secret = ''] = line.split(',');
  const cabinet = new FakeCabinet(stationId, [...serials, null], () => new Date());
  cabinet.report();
  const connected = new MqttCabinet(cabinet, {
    brokerUrl,
    secret,
    resendAfterMs: 500,
    sendsOldest: true,
    heartbeatMs: 1_000,
    delayMs: () => 0,
  });
  connected.open();
  closers.push(() => connected.close());

  const call = async (address: string, session: string, body?: object): Promise<unknown> => {
    const response = await fetch(server.url + address, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${session}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const station = fillPath(paths.station, { id: stationId });
  await vi.waitFor(
    async () => expect(await call(station, '')).toMatchObject({ online: true, chargers: 3 }),
    { timeout: 30_000, interval: 50 },
  );
  const { tariff } = Station.parse(await call(station, ''));

  const phone = '+13125550188';
  const asked = CodeIssued.parse(await call(paths.codes, '', { phone, language: 'en' }));
  const verify = fillPath(paths.verifyCode, { requestId: asked.requestId });
  const { sessionId } = SignedIn.parse(await call(verify, '', { code: twilio.codeFor(phone) }));
  const setup = PaymentSetup.parse(await call(paths.paymentSetups, sessionId, { kind: 'card' }));
  stripe.account.finishSetup(setup.id);
  const card = PaymentMethod.parse(
    await call(paths.paymentMethods, sessionId, {
      token: setup.id,
      country: 'US',
      postalCode: '60601',
      makeDefault: true,
    }),
  );

  const started = Order.parse(
    await call(paths.rentals, sessionId, {
      stationId,
      paymentMethodId: card.id,
      tariffId: tariff.id,
    }),
  );
  const order = async () =>
    Order.parse(await call(fillPath(paths.order, { id: started.id }), sessionId));
  const reaches = (status: Order['status']) =>
    vi.waitFor(async () => expect((await order()).status).toBe(status), {
      timeout: 30_000,
      interval: 50,
    });
  await reaches('charging');
  const [out = '', ...others] = serials.filter((one) => ![...cabinet.slots.values()].includes(one));
  expect(others).toEqual([]);
  connected.push(out);
  await reaches('complete');
  expect(await order()).toMatchObject({ total: { amount: 200 }, paid: { amount: 200 } });
  const captured = [...stripe.account.intents.values()].map((intent) => intent.amount_received);
  expect(captured).toEqual([200]);

  // A visit that brings another charger.
  const chargers = (count: number) =>
    vi.waitFor(async () => expect(await call(station, '')).toMatchObject({ chargers: count }), {
      timeout: 30_000,
      interval: 50,
    });
  await run(ada, 'chargers', 'register', 'PB-4', ...why);
  const opened = FieldSessionChanged.parse(
    JSON.parse(await run(ada, 'sessions', 'open', stationId, ...why, '--json')),
  );
  connected.push('PB-4');
  await chargers(4);
  await run(ada, 'sessions', 'close', opened.session.id, ...why);
  expect(await run(ada, 'sessions', 'show', opened.session.id)).toContain('PB-4');

  // A recall: nobody can rent these chargers any more.
  await run(ada, 'chargers', 'recall', '--from', 'PB-2', '--to', 'PB-3', ...why);
  await chargers(2);

  // A case about the rental, which ends with a refund.
  const complaint = CaseActed.parse(
    JSON.parse(await run(ada, 'cases', 'open', started.number, ...why, '--json')),
  );
  const { number } = complaint.case;
  const all = ['--outcome', 'refund', '--amount', 'all'];
  expect(await run(ada, 'cases', 'close', number, ...all, ...why)).toContain(number);
  await vi.waitFor(async () => expect(await order()).toMatchObject({ total: { amount: 0 } }), {
    timeout: 30_000,
    interval: 50,
  });

  await run(ada, 'stations', 'retire', stationId, ...why);
  expect(await call(station, '')).toMatchObject({ code: 'stationNotFound' });
  expect(await run(ada, 'audit', 'list')).toContain('station.retire');
});

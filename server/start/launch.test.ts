import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { FieldSessionChanged } from '../../contract/operators/chargers.ts';
import { CaseActed } from '../../contract/operators/desk.ts';
import { OpsStationList } from '../../contract/operators/stations.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { demoTariff } from '../../contract/testing/demoTariff.ts';
import { ops } from '../commands/ops/ops.ts';
import { runCommand } from '../commands/runCommand.ts';
import { columns } from '../modules/network/import/columns.ts';
import { FakeCabinet } from '../testing/cabinets/fakeCabinet.ts';
import { MqttCabinet } from '../testing/cabinets/mqttCabinet.ts';
import { captureOutput } from '../testing/captureOutput.ts';
import { startEmptyServer } from '../testing/emptyServer.ts';
import { callServer, HttpRider } from '../testing/httpRider.ts';

vi.setConfig({ testTimeout: 120_000 });

let closeServer = async () => {};
afterEach(() => closeServer());

test('an empty server reaches its first paid rental, and the daily work, by the commands alone', async () => {
  const empty = await startEmptyServer();
  closeServer = empty.close;
  const { server, settings, folder, stripe, brokerUrl } = empty;
  const at = (name: string) => path.join(folder, name);
  /** Runs `npm run ops`, with the key that the server wrote into its file, or with the key of an operator. */
  const run = async (key: string | null, ...args: string[]) => {
    const operator = { ...settings.operator, key, url: server.url };
    const { code, out, err } = await captureOutput((output) =>
      runCommand(args, ops, { ...output, settings: { operator } }),
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
  closeServer = async () => {
    await connected.close();
    await empty.close();
  };

  const call = (address: string) => callServer(server.url, address);
  const station = fillPath(paths.station, { id: stationId });
  await vi.waitFor(
    async () => expect(await call(station)).toMatchObject({ online: true, chargers: 3 }),
    { timeout: 30_000, interval: 50 },
  );

  const rider = await HttpRider.signUp(empty, '+13125550188');
  const started = await rider.start(stationId);
  const [out = '', ...others] = serials.filter((one) => ![...cabinet.slots.values()].includes(one));
  expect(others).toEqual([]);
  connected.push(out);
  expect(await rider.reaches(started.id, 'complete')).toMatchObject({
    total: { amount: 200 },
    paid: { amount: 200 },
  });
  const captured = [...stripe.account.intents.values()].map((intent) => intent.amount_received);
  expect(captured).toEqual([200]);

  // A visit that brings another charger.
  const chargers = (count: number) =>
    vi.waitFor(async () => expect(await call(station)).toMatchObject({ chargers: count }), {
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
  await vi.waitFor(
    async () => expect(await rider.order(started.id)).toMatchObject({ total: { amount: 0 } }),
    {
      timeout: 30_000,
      interval: 50,
    },
  );

  await run(ada, 'stations', 'retire', stationId, ...why);
  expect(await call(station)).toMatchObject({ code: 'stationNotFound' });
  expect(await run(ada, 'audit', 'list')).toContain('station.retire');
});

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { AuditList } from '../../contract/operators/audit.ts';
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
import { signInByCommand } from '../testing/operators/signInByCommand.ts';

vi.setConfig({ testTimeout: 120_000 });

let closeServer = async () => {};
afterEach(() => closeServer());

test('an empty server reaches its first paid rental, and the daily work, by the commands alone @slow', async () => {
  const empty = await startEmptyServer();
  closeServer = empty.close;
  const { server, settings, folder, stripe, brokerUrl } = empty;
  const at = (name: string) => path.join(folder, name);
  /**
   * Until somebody signs in, the commands use the key of the server from its file. Then they use the session, which is
   * in a file beside the key.
   */
  const operator = { ...settings.operator, key: null, url: server.url };
  const run = async (...args: string[]) => {
    const { code, out, err } = await captureOutput((output) =>
      runCommand(args, ops, { ...output, settings: { operator } }),
    );
    expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
    return out;
  };
  const signIn = (account: string) =>
    signInByCommand({ operator, publicUrl: settings.publicUrl }, empty.browser(), account);
  const why = ['--why', 'the launch'];

  // The first administrator signs in at the OpenID provider. The account `Demo support` there is not invited.
  const address = ['--email', 'demo.administrator@sandbox.example'];
  const roles = ['--role', 'administrator'];
  await run('operators', 'invite', 'Ada', ...address, ...roles, ...why, '--as', 'root');
  const refused = await signIn('Demo support');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('Nobody has invited this account');
  expect(await run('operators', 'list', '--as', 'root')).not.toContain('Demo support');
  expect(await signIn('Demo administrator')).toMatchObject({ code: 0, out: 'Signed in as Ada.\n' });
  expect(await run('operators', 'me')).toBe('Ada: administrator\n');

  const { id: _id, ...terms } = demoTariff;
  await writeFile(at('city-1.json'), JSON.stringify({ ...terms, graceMinutes: 0 }));
  await run('tariffs', 'create', 'city-1', '--file', at('city-1.json'), ...why);
  expect(await run('tariffs', 'show', 'city-1')).toContain('Unlock fee: $1.00');

  const hours = Array.from({ length: 7 }, () => '00:00-24:00').join(',');
  const row = `,Harbor Books,1 Test Street,41.88,-87.63,${hours},America/Chicago,,,,,4,,,`;
  await writeFile(at('stations.csv'), `${columns.join(',')}\n${row}\n`);
  await run('stations', 'import', at('stations.csv'), '--make-ids', at('ids.csv'), ...why);
  await run('secrets', 'issue', '--missing', '--file', at('secrets.csv'), ...why);
  const serials = ['PB-1', 'PB-2', 'PB-3'];
  await run('chargers', 'register', ...serials, ...why);
  const listed = OpsStationList.pick({ stations: true }).parse(
    JSON.parse(await run('stations', 'list', '--json')),
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

  // A field session in which somebody puts another charger into the cabinet.
  const chargers = (count: number) =>
    vi.waitFor(async () => expect(await call(station)).toMatchObject({ chargers: count }), {
      timeout: 30_000,
      interval: 50,
    });
  await run('chargers', 'register', 'PB-4', ...why);
  const opened = FieldSessionChanged.parse(
    JSON.parse(await run('sessions', 'open', stationId, ...why, '--json')),
  );
  connected.push('PB-4');
  await chargers(4);
  await run('sessions', 'close', opened.session.id, ...why);
  expect(await run('sessions', 'show', opened.session.id)).toContain('PB-4');

  // After the recall, nobody can rent these chargers.
  await run('chargers', 'recall', '--from', 'PB-2', '--to', 'PB-3', ...why);
  await chargers(2);
  expect(await run('chargers', 'list', '--status', 'recalled')).toMatch(/PB-2.*\nPB-3/);

  // A case about the rental. The case ends with a refund.
  const complaint = CaseActed.parse(
    JSON.parse(await run('cases', 'open', started.number, ...why, '--json')),
  );
  const { number } = complaint.case;
  const all = ['--outcome', 'refund', '--amount', 'all'];
  expect(await run('cases', 'close', number, ...all, ...why)).toContain(number);
  expect(await run('cases', 'show', number)).toContain('closed');
  await vi.waitFor(
    async () => expect(await rider.order(started.id)).toMatchObject({ total: { amount: 0 } }),
    {
      timeout: 30_000,
      interval: 50,
    },
  );

  await run('stations', 'retire', stationId, ...why);
  expect(await call(station)).toMatchObject({ code: 'stationNotFound' });
  expect(await run('stations', 'list', '--state', 'retired')).toContain(stationId);
  const acts = AuditList.parse(
    JSON.parse(await run('audit', 'list', '--who', 'Ada', '--action', 'station', '--json')),
  );
  expect(acts.entries[0]).toMatchObject({
    action: 'station.retire',
    subject: stationId,
    origin: { client: 'session', network: '127.0.0.0/24' },
  });
});

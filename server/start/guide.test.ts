import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { OpsStationList } from '../../contract/operators/stations.ts';
import type { Order } from '../../contract/orders.ts';
import { ops } from '../commands/ops/ops.ts';
import { runCommand } from '../commands/runCommand.ts';
import { FakeCabinet } from '../testing/cabinets/fakeCabinet.ts';
import { MqttCabinet } from '../testing/cabinets/mqttCabinet.ts';
import { captureOutput } from '../testing/captureOutput.ts';
import { startEmptyServer } from '../testing/emptyServer.ts';
import { HttpRider } from '../testing/httpRider.ts';

vi.setConfig({ testTimeout: 300_000 });

const guide = await readFile(new URL('../../docs/operators-guide.md', import.meta.url), 'utf8');
const stationCount = 50;
const chargersEach = 3;
const phone = '+13125550188';

/** The commands of the guide that fail in this test, with a part of the error message. */
const refusals = new Map([
  // `doctor` fails, because the server of this test has no mail server, no base map and no proxy.
  ['doctor', ''],
  // There is no rental in the month before the launch.
  ['statements save', 'The venue has no statement for'],
  ['payouts record', 'There is no unpaid statement of this venue in USD.'],
]);

let closeAll = async () => {};
afterEach(() => closeAll());

/** The code blocks of the guide in this language. The first day is left out, because it sets up the machine. */
function blocksOf(language: string): string[] {
  const [, later = ''] = guide.split('\n## Day 2');
  const blocks = later.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

/** Splits a shell command into its words. Drops the comment at the end of the line. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/\s+# /);
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

test('the commands of the guide lead from an empty database to fifty cabinets and through the daily work @all', async () => {
  const empty = await startEmptyServer();
  const { server, settings, folder, brokerUrl } = empty;
  const cabinets: MqttCabinet[] = [];
  closeAll = async () => {
    await Promise.all(cabinets.map((cabinet) => cabinet.close()));
    await empty.close();
  };
  const at = (name: string) => path.join(folder, name);
  // The prices have no grace time, because the rental of this test takes only a second and must cost something.
  const prices = (blocksOf('json')[0] ?? '').replace('"graceMinutes": 5', '"graceMinutes": 0');
  await writeFile(at('city-1.json'), prices);
  await writeFile(at('city-2.json'), prices.replace('"rate": 100', '"rate": 120'));
  const [table = ''] = blocksOf('csv');
  const [header = '', row = ''] = table.split('\n');
  const rows = Array.from({ length: stationCount }, (_, index) =>
    row.replace('Harbor Books', `Harbor Books ${index + 1}`).replace('41.88', `41.${80 + index}`),
  );
  await writeFile(at('stations.csv'), [header, ...rows, ''].join('\n'));

  const month = lastMonth(new Date());
  /** The values of this test, by the example values in the guide that they replace. */
  const real = new Map([
    ['+12125550123', phone],
    ['2026-10', month.name],
    ['2026-10-01', `${month.name}-01`],
    ['2026-10-31', month.lastDay],
    ['2026-11-05', new Date().toISOString().slice(0, 10)],
  ]);
  const keys = new Map<string, string>();
  let key: string | null = null;

  const run = async (words: readonly string[]) => {
    const args = words.map((word) => {
      const known = real.get(word) ?? word;
      return /\.(json|csv|pdf)$/.test(known) ? at(known) : known;
    });
    const operator = { ...settings.operator, key, url: server.url };
    const { code, out, err } = await captureOutput((output) =>
      runCommand(args, ops, { ...output, settings: { operator } }),
    );
    const refusal = refusals.get(words.slice(0, 2).join(' '));
    if (refusal === undefined) expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
    else {
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(err).toContain(refusal);
    }
    return out;
  };
  /** Stores an id that a command has printed, as the value for the example id in the guide. */
  const learn = (example: string, pattern: RegExp, out: string) => {
    const [found] = pattern.exec(out) ?? [];
    if (found === undefined) throw new Error(`${out} has no ${pattern.source}`);
    real.set(example, found);
  };
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

  const connectCabinets = async () => {
    const lines = (await readFile(at('secrets.csv'), 'utf8')).trim().split('\n').slice(1);
    expect(lines).toHaveLength(stationCount);
    for (const [index, line] of lines.entries()) {
      const [id = '', secret = ''] = line.split(',');
      const serials = Array.from(
        { length: chargersEach },
        (_, slot) => `PB-${String(100 + index * chargersEach + slot).padStart(6, '0')}`,
      );
      const cabinet = new FakeCabinet(id, [...serials, null], () => new Date());
      cabinet.report();
      const connected = new MqttCabinet(cabinet, {
        brokerUrl,
        secret,
        resendAfterMs: 2_000,
        sendsOldest: true,
        heartbeatMs: 20_000,
        delayMs: () => 0,
      });
      connected.open();
      cabinets.push(connected);
    }
    real.set('PCJZK9H', cabinets[0]?.cabinet.stationId ?? '');
    await vi.waitFor(
      async () => {
        const { stations } = OpsStationList.pick({ stations: true }).parse(
          JSON.parse(await run(['stations', 'list', '--json'])),
        );
        const ready = stations.filter(
          ({ online, chargers }) => online && chargers === chargersEach,
        );
        expect(ready).toHaveLength(stationCount);
      },
      { timeout: 60_000, interval: 500 },
    );
  };

  const rentOnce = async (): Promise<Order> => {
    const [cabinet] = cabinets;
    if (!cabinet) throw new Error('no cabinet is connected');
    const inside = new Set(cabinet.cabinet.slots.values());
    const rider = await HttpRider.signUp(empty, phone);
    const { id } = await rider.start(cabinet.cabinet.stationId);
    const left = new Set(cabinet.cabinet.slots.values());
    const out = [...inside].find((serial) => serial !== null && !left.has(serial));
    if (!out) throw new Error('no charger came out');
    cabinet.push(out);
    return rider.reaches(id, 'complete');
  };

  const ran: string[] = [];
  for (const line of blocksOf('sh').flatMap((block) => block.trim().split('\n'))) {
    const [, person] = /^export OPERATOR_KEY=.*# the printed key of (\w+)$/.exec(line) ?? [];
    if (person !== undefined) {
      key = keys.get(person) ?? null;
      expect(key, person).not.toBeNull();
      continue;
    }
    const [npm, verb, program, dashes, ...words] = wordsOf(line);
    expect([npm, verb, program, dashes], line).toEqual(['npm', 'run', 'ops', '--']);
    const name = words.slice(0, 2).join(' ');
    if (name === 'orders list') real.set('R-7K3M-92QF', (await rentOnce()).number);
    const out = await run(words);
    ran.push(name);
    if (name === 'operators add-key') keys.set(words[2] ?? '', out.split('\n')[0] ?? '');
    if (name === 'chargers register') await connectCabinets();
    if (name === 'statements close') expect(out).toContain('it has no mail server');
    if (name === 'orders list') expect(out).toContain(real.get('R-7K3M-92QF'));
    if (name === 'cases open') learn('C-7K3M-29QX', /C-[0-9A-Z]{4}-[0-9A-Z]{4}/, out);
    if (name === 'riders find') learn('12345678', /\b\d{8}\b/, out);
    if (name === 'sessions open') learn('99b6…', uuid, out);
    if (name === 'approvals list' && uuid.test(out)) learn('9f2c41d8-…', uuid, out);
  }

  expect(ran.filter((name) => name === 'operators add')).toHaveLength(5);
  const [closed] = cabinets;
  expect(await run(['stations', 'list', '--state', 'retired'])).toContain(
    closed?.cabinet.stationId,
  );
  expect(await run(['tariffs', 'assignments'])).toContain('city-2');
  expect(await run(['ledger', 'check'])).toContain('no difference');
});

/** The month before this moment in UTC, such as `2026-10`, and its last day. */
function lastMonth(now: Date): { name: string; lastDay: string } {
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString();
  return { name: lastDay.slice(0, 7), lastDay: lastDay.slice(0, 10) };
}

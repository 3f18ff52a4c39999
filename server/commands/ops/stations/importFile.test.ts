import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeStationId } from '../../../../contract/rules/places/stationId.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { forBothEngines } from '../../../testing/database.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { columns } from '../../../modules/network/import/columns.ts';
import { runCommand } from '../../runCommand.ts';
import { stations as formerStations } from '../../stations/stations.ts';
import { openCommandTest, type CommandTest } from '../../stations/testing.ts';
import { ops } from '../ops.ts';

vi.setConfig({ testTimeout: 120_000 });

const hours = Array.from({ length: 7 }, () => '09:00-17:00').join(',');
const row = (id: string, name: string, hint = '') =>
  `${id},${name},1 Test Street,41.88,-87.63,${hours},America/Chicago,,${hint},,test,8,,,`;
const csv = (rows: readonly string[]) => [columns.join(','), ...rows, ''].join('\n');
/** Different ids. */
const idsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    let rest = index;
    return makeStationId((below) => {
      const digit = rest % below;
      rest = Math.floor(rest / below);
      return digit;
    });
  });

/**
 * A proxy between the command and the server. After `left` imports of pages it breaks the connection, either before it
 * forwards the call, or before it returns the answer.
 */
async function startBreaker(target: string) {
  let left = Number.POSITIVE_INFINITY;
  let when: 'before' | 'after' = 'before';
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const isPage = incoming.url?.endsWith('/import') && !body.includes('"dryRun":true');
      if (isPage) left--;
      const isBroken = left < 0;
      if (isBroken && when === 'before') return void incoming.socket.destroy();
      const { method, url, headers } = incoming;
      const passed = ask(`${target}${url}`, { method, headers }, (answer) => {
        if (isBroken) return void incoming.socket.destroy();
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      passed.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    breakAfter(pages: number, moment: typeof when) {
      [left, when] = [pages, moment];
    },
    close: () => server.close(),
  };
}

forBothEngines((engine) => {
  let commands: CommandTest;
  let breaker: Awaited<ReturnType<typeof startBreaker>>;
  beforeAll(async () => {
    commands = await openCommandTest(engine);
    breaker = await startBreaker(commands.url);
  });
  afterEach(() => commands.clear());
  afterAll(async () => {
    breaker.close();
    await commands.close();
  });

  const runAt = (url: string, ...args: string[]) => {
    const settings = { operator: { key: serverKey, keyFile: '/nowhere', url } };
    const all = ['stations', 'import', ...args, '--as', 'root', '--why', 'the city'];
    return captureOutput((streams) => runCommand(all, ops, { settings, ...streams }));
  };
  const stored = () =>
    commands.db.selectFrom('stations').select(['id', 'name']).orderBy('name').execute();

  test('an import of more stations than one call accepts uses several calls, and prints its progress @slow', async () => {
    const file = await commands.write('city', csv(idsOf(650).map((id, at) => row(id, `S${at}`))));
    const dry = await commands.run('import', file, '--dry-run');
    expect(dry.out).toBe('Dry run: 650 new, 0 changed, 0 unchanged. Nothing was written.\n');
    expect(dry.err).toBe('600 stations checked\n650 stations checked\n');
    expect(await stored()).toEqual([]);
    const done = await commands.run('import', file);
    expect(done.out).toContain('650 new, 0 changed, 0 unchanged.\n');
    expect(done.err).toContain('300 of 650 stations imported\n600 of 650 stations imported\n');
    expect(await stored()).toHaveLength(650);
    expect((await commands.run('import', file)).out).toBe('0 new, 0 changed, 650 unchanged.\n');
  });

  test('an error anywhere in the file is found before the first page is written @slow', async () => {
    const rows = idsOf(640).map((id, at) => row(id, `S${at}`));
    const first = rows[4] ?? '';
    rows[300] = rows[300]?.replace(',test,', ',best,') ?? '';
    rows[330] = row('PCJZK9H', '');
    rows.push(first, row('nonsense', 'A'));
    const file = await commands.write('city', csv(rows));
    for (const more of [[], ['--dry-run']]) {
      const said = await commands.run('import', file, ...more);
      expect(said.code).toBe(1);
      expect(said.err.slice(said.err.indexOf('There are'))).toBe(
        'There are 4 errors in 642 rows. Nothing was imported.\n' +
          '  line 302: tariff "best" is unknown: the tariffs are test\n' +
          '  line 332: the name is missing\n' +
          `  line 642: id ${first.split(',')[0]} is in line 6 already\n` +
          '  line 643: id "nonsense" is invalid: expected seven characters of 2–9 and A–Z without I, L, O and U\n',
      );
    }
    expect(await stored()).toEqual([]);
  });

  test('rows with long texts are sent in smaller pages @slow', async () => {
    const hint = '咖'.repeat(300);
    const file = await commands.write(
      'city',
      csv(idsOf(300).map((id, at) => row(id, `S${at}`, hint))),
    );
    expect((await commands.run('import', file)).out).toContain('300 new');
  });

  test.each(['before', 'after'] as const)(
    'if the connection breaks %s a page, the same command finishes the import, and imports no station twice @slow',
    async (moment) => {
      // The rows have no ids, so only the keys of the pages show whether the rows were imported.
      const rows = Array.from({ length: 620 }, (_, at) => row('', `${moment} ${1000 + at}`));
      const file = await commands.write('city', csv(rows));
      const ids = ['--make-ids', commands.at('ids.csv')];
      breaker.breakAfter(1, moment);
      const broken = await runAt(breaker.url, file, ...ids);
      expect(broken.code).toBe(1);
      expect(broken.err).toContain('300 of 620 stations were imported. Run the command again');
      expect(await stored()).toHaveLength(moment === 'before' ? 300 : 600);
      breaker.breakAfter(Number.POSITIVE_INFINITY, moment);
      const done = await runAt(breaker.url, file, ...ids);
      expect(done.code).toBe(0);
      const all = await stored();
      expect(all.map(({ name }) => name)).toEqual(rows.map((_, at) => `${moment} ${1000 + at}`));
      const written = (await readFile(commands.at('ids.csv'), 'utf8')).trim().split('\n').slice(1);
      expect(written.map((line) => line.slice(0, 7))).toEqual(all.map(({ id }) => id));
    },
  );

  test('an older file is imported again after a newer one', async () => {
    const [id = ''] = idsOf(1);
    const [old, newer] = [
      await commands.write('old', csv([row(id, 'Old')])),
      await commands.write('new', csv([row(id, 'New')])),
    ];
    for (const [file, name] of [
      [old, 'Old'],
      [newer, 'New'],
      [old, 'Old'],
    ] as const) {
      expect((await commands.run('import', file)).code).toBe(0);
      expect(await stored()).toEqual([{ id, name }]);
    }
  });

  test('the former command does the same, and prints the name of the new command', async () => {
    const file = await commands.write('city', csv(idsOf(2).map((id, at) => row(id, `S${at}`))));
    const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: commands.url } };
    const run = (...args: string[]) =>
      captureOutput((streams) => runCommand(args, formerStations, { settings, ...streams }));
    const done = await run('import', file, '--secrets', commands.at('secrets.csv'));
    expect([done.code, done.err]).toEqual([
      0,
      'npm run stations is now npm run ops -- stations, and the next version removes it.\n',
    ]);
    expect(done.out).toContain('2 new, 0 changed, 0 unchanged.\n2 secrets are in ');
    expect((await run('export')).out.trim().split('\n')).toHaveLength(3);
    const labels = await run('labels');
    expect(labels.out.match(/<article>/g)).toHaveLength(2);
    expect(labels.err).toContain('set PUBLIC_URL');
  });
});

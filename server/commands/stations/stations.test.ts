import { readdir, readFile, stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isStationSecret } from '../../gateway/secrets.ts';
import { forEachEngine } from '../../testing/database.ts';
import { columns } from '../../modules/network/import/columns.ts';
import { deriveId } from '../../modules/network/import/freshIds.ts';
import { openCommandTest, type CommandTest } from './testing.ts';

const header = columns.join(',');
const allWeek = Array.from({ length: 7 }, () => '09:00-17:00').join(',');
const row = (id: string, name = 'Harbor Books', place = '41.88,-87.63') =>
  `${id},${name},1 Test Street,${place},${allWeek},America/Chicago,,,,test,8,,,`;
const csv = (...rows: string[]) => [header, ...rows, ''].join('\n');
/** Ids with a correct check character. */
const [one, two, three] = ['PCJZK9H', 'SDXGB7K', 'ZN9TPJV'] as const;

const gbfs = (stations: unknown[], version = '3.0') =>
  JSON.stringify({ last_updated: '2026-01-01T00:00:00Z', ttl: 0, version, data: { stations } });
const named = (text: string) => [{ text, language: 'en' }];
const foreign = (id: string, more: object = {}) => ({
  station_id: id,
  name: named(`Station ${id}`),
  lat: 48.85,
  lon: 2.35,
  ...more,
});

forEachEngine((engine) => {
  let commands: CommandTest;
  beforeAll(async () => {
    commands = await openCommandTest(engine);
  });
  afterEach(() => commands.clear());
  afterAll(() => commands.close());

  const stations = () => commands.db.selectFrom('stations').selectAll().orderBy('id').execute();
  const importing = async (content: string | Uint8Array, ...options: string[]) =>
    commands.run('import', await commands.write('given', content), ...options);
  const withSecrets = (content: string | Uint8Array, ...options: string[]) =>
    importing(content, '--secrets', commands.at('secrets.csv'), ...options);

  test('stations of a CSV file are imported once @slow', async () => {
    const file = csv(row(one), row(two, '"Café ""Neun"", 咖啡"', '41.9,-87.6'));
    const said = await withSecrets(file);
    expect([said.code, said.out.split('\n')[0], said.err]).toEqual([
      0,
      '2 new, 0 changed, 0 unchanged.',
      '',
    ]);
    expect(await stations()).toMatchObject([
      { id: one, name: 'Harbor Books', lat: 41.88, lng: -87.63, slots: 8, floor: null },
      { id: two, name: 'Café "Neun", 咖啡', hours: allWeek.split(','), tariff_id: 'test' },
    ]);
    expect(await importing(file)).toMatchObject({
      code: 0,
      out: '0 new, 0 changed, 2 unchanged.\n',
    });
    const changed = await importing(csv(row(one, 'Harbor Books & Café'), row(two)));
    expect(changed.out).toBe('0 new, 2 changed, 0 unchanged.\n');
  });

  test("a new cabinet's secret is written once, to a file that only the operator can read", async () => {
    await withSecrets(csv(row(one)));
    expect((await stat(commands.at('secrets.csv'))).mode & 0o777).toBe(0o600);
    const [, line = ''] = (await readFile(commands.at('secrets.csv'), 'utf8')).split('\n');
    const [id, secret = ''] = line.split(',');
    expect(id).toBe(one);
    expect(isStationSecret(secret, (await stations())[0]?.secret_hash ?? '')).toBe(true);

    const again = await withSecrets(csv(row(one), row(two)));
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain('secrets.csv exists already');
    expect(await stations()).toHaveLength(1);
    const stored = (await stations())[0]?.secret_hash;
    await importing(csv(row(one, 'Renamed')), '--secrets', commands.at('more.csv'));
    expect((await stations())[0]?.secret_hash).toBe(stored);
    expect(await readdir(commands.at(''))).not.toContain('more.csv');
  });

  test('an import without a file for secrets prints the command that makes the secrets', async () => {
    const said = await importing(csv(row(one)));
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain('npm run ops -- secrets issue --missing');
    expect(await stations()).toMatchObject([{ id: one, secret_hash: '' }]);
  });

  test('a dry run reports the changes, but does not make them', async () => {
    await withSecrets(csv(row(one)));
    const said = await importing(csv(row(one, 'Renamed'), row(two)), '--dry-run');
    expect(said).toMatchObject({
      code: 0,
      out: 'Dry run: 1 new, 1 changed, 0 unchanged. Nothing was written.\n',
    });
    expect(await stations()).toMatchObject([{ id: one, name: 'Harbor Books' }]);
  });

  test('rows without an id get new ids, which are written to a file', async () => {
    const file = csv(row(one), row(''), row(''));
    const refused = await withSecrets(file);
    expect(refused.err).toContain('line 3: the id is missing (--make-ids FILE creates ids)');
    expect(await stations()).toEqual([]);

    const dry = await withSecrets(file, '--make-ids', commands.at('with-ids.csv'), '--dry-run');
    expect(dry.out).toContain('3 new');
    const said = await withSecrets(file, '--make-ids', commands.at('with-ids.csv'));
    expect(said.out).toContain('3 new');
    const again = await commands.run('import', commands.at('with-ids.csv'));
    expect(again).toMatchObject({ code: 0, out: '0 new, 0 changed, 3 unchanged.\n' });
  });

  test('an import keeps the stored values of missing columns, and what the cabinet reported', async () => {
    const places = csv(
      row(one).replace('America/Chicago,,,', 'America/Chicago,Floor 2,By the lift,'),
    );
    await withSecrets(places);
    await commands.db
      .updateTable('stations')
      .set({ slots: 12, inventory_at: new Date() })
      .execute();
    const short = header.replace(',floor,hint,photo,tariff,slots,layout,venue,source', '');
    const fields = row(one, 'Renamed').split(',').slice(0, -8).join(',');
    expect(await importing(`${short}\n${fields}\n`)).toMatchObject({
      out: '0 new, 1 changed, 0 unchanged.\n',
    });
    expect(await stations()).toMatchObject([
      { name: 'Renamed', floor: 'Floor 2', hint: 'By the lift', slots: 12 },
    ]);
    // The server stores a layout as `4x2`, also if the file has another spelling.
    const arranged = row(one, 'Renamed').replace('test,8,,,', 'test,8,4 × 2,,');
    await importing(csv(arranged));
    expect(await stations()).toMatchObject([{ layout: '4x2' }]);
    expect((await importing(csv(arranged.replace('4 × 2', '8')))).err).toContain(
      'layout "8" is not of the form ROWSxCOLUMNS, such as 4x2',
    );
    // The import ignores the number of slots in the file, because the cabinet has already reported
    // how many slots it has.
    expect((await importing(csv(row(one, 'Renamed')))).out).toBe(
      '0 new, 1 changed, 0 unchanged.\n',
    );
    expect(await stations()).toMatchObject([{ floor: null, hint: null, slots: 12, layout: null }]);
    expect((await importing(csv(row(one, 'Renamed')))).out).toBe(
      '0 new, 0 changed, 1 unchanged.\n',
    );
  });

  test('nothing is imported if one row is wrong', async () => {
    const said = await withSecrets(csv(row(one), row(two, '', '0,0'), row(three)));
    expect(said.code).toBe(1);
    expect(said.err).toBe(
      'There are 2 errors in 3 rows. Nothing was imported.\n' +
        '  line 3: the name is missing\n' +
        '  line 3: position 0, 0 is in the sea: the actual position is missing\n',
    );
    expect(await stations()).toEqual([]);
    expect(await readdir(commands.at(''))).toEqual(['given']);
  });

  test('all errors are listed, also those that only the server finds', async () => {
    const rows = Array.from({ length: 150 }, () => row(one, ''));
    const said = await withSecrets(csv(...rows));
    expect(said.err).toContain('There are 299 errors in 150 rows');
    expect(said.err.trim().split('\n')).toHaveLength(300);
    const both = csv(row(one).replace(',test,', ',best,'), row(two, ''), row(three));
    expect((await withSecrets(both)).err).toBe(
      'There are 2 errors in 3 rows. Nothing was imported.\n' +
        '  line 2: tariff "best" is unknown: the tariffs are test\n' +
        '  line 3: the name is missing\n',
    );
  });

  const wrong: [what: string, row: string, reason: string][] = [
    ['latitude', row(one, 'A', '91.5,10'), 'position 91.5, 10 is not on earth'],
    ['swapped', row(one, 'A', '-87.63,41.88'), 'are latitude and longitude swapped?'],
    ['swapped out of range', row(one, 'A', '116.4,39.9'), 'latitude and longitude swapped?'],
    ['no number', row(one, 'A', 'north,-87'), 'lat "north" is not a number'],
    ['not a number', row(one, 'A', 'NaN,-87'), 'lat "NaN" is not a number'],
    ['decimal comma', row(one, 'A', '"41,88",-87'), 'has a comma: write 41.88'],
    ['no position', row(one, 'A', ',-87'), 'lat is missing'],
    ['check character', row('PCJZK9J'), 'the check character of id "PCJZK9J" is wrong'],
    ['not an id', row('STATION1'), 'id "STATION1" is invalid'],
    [
      'tariff',
      row(one).replace(',test,', ',best,'),
      'tariff "best" is unknown: the tariffs are test',
    ],
    [
      'zone',
      row(one).replace('America/Chicago', 'America/Chikago'),
      'is unknown: expected a name such',
    ],
    ['zone in lower case', row(one).replace('America', 'america'), 'time zone "america/Chicago"'],
    ['an offset as zone', row(one).replace('America/Chicago', '+05:00'), 'time zone "+05:00"'],
    ['hours', row(one).replace('09:00-17:00', '9-5'), 'mon: "9-5" is not of the form'],
    ['minutes', row(one).replace('09:00-17:00', '09:00-17:60'), 'a time that does not exist'],
    ['long name', row(one, 'x'.repeat(101)), 'name has 101 characters, but at most 100'],
    ['control characters', row(one, 'a\u0007b'), 'name "a?b" has a line break or another'],
    ['line break', row(one, '"two\nlines"'), 'line 2: name "two?lines" has a line break'],
    ['text that turns round', row(one, 'a\u202Eb'), 'another control character'],
    ['slots', row(one).replace(/8,,,$/, '8.5,,,'), 'slots 8.5 is not a whole number'],
    ['too many fields', `${row(one)},9`, 'the line has 22 fields, but the first line has 21'],
    ['too few fields', `${one},A`, 'the line has 2 fields, but the first line has 21'],
    ['source', row(one).replace(/,$/, ',velo'), 'source "velo" is not of the form'],
    [
      'source and no id',
      row('').replace(/,$/, ',velo/a'),
      'the source is given, but the id is missing',
    ],
    ['photo', row(one).replace(',,,,test', ',,,http://a.b/c.jpg,test'), 'begins with https://'],
  ];
  test.each(wrong)(
    'a row with a wrong %s is refused with the reason',
    async (_what, wrongRow, reason) => {
      const said = await withSecrets(csv(wrongRow, row(two)));
      expect(said.code).toBe(1);
      expect(said.err).toContain('line 2: ');
      expect(said.err).toContain(reason);
      expect(await stations()).toEqual([]);
    },
  );

  test('a duplicate id is found anywhere in the file', async () => {
    const said = await withSecrets(csv(row(one), row(two), row('pcj-zk9h', 'Other')));
    expect(said.err).toContain('line 4: id PCJZK9H is in line 2 already');
  });

  test('a time zone without a position, such as UTC, is not compared with the position of the station', async () => {
    const file = csv(row(one, 'A', '10,60').replace('America/Chicago', 'UTC'));
    expect((await withSecrets(file)).out).toContain('1 new');
  });

  test('a position is stored to the centimetre, and tiny values become zero', async () => {
    await withSecrets(csv(row(one, 'A', '41.123456789,-87.6'), row(two, 'B', '5e-324,-87.6')));
    expect((await stations()).map(({ lat }) => lat)).toEqual([41.1234568, 0]);
  });

  test('files with the separators and line ends of spreadsheets are imported', async () => {
    const content = `\uFEFF${csv(row(one), '', row(two)).replaceAll(',', ';').replaceAll('\n', '\r\n')}`;
    expect((await withSecrets(content)).out).toContain('2 new');
  });

  const files: [what: string, content: string | Uint8Array, reason: string][] = [
    ['empty', '', 'The file is empty.'],
    ['blank', ' \n\n', 'The file is empty.'],
    ['UTF-16', Buffer.from(`\uFEFF${csv(row(one))}`, 'utf16le'), 'in UTF-16'],
    ['UTF-16 without a mark', Buffer.from(csv(row(one)), 'utf16le'), 'in UTF-16'],
    ['Latin-1', Buffer.from(csv(row(one), row(two, 'Café')), 'latin1'), 'Line 3 is not UTF-8'],
    [
      'cut in a character',
      Buffer.from(csv(row(one, 'é'))).subarray(0, header.length + 10),
      'UTF-8',
    ],
    ['of other columns', 'id,name,latitude\n', 'unknown: "latitude"; missing: address, lat, lng'],
    ['with a column twice', `${header},name\n`, 'twice: name'],
    ['of binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), ''],
    ['with an open quotation mark', csv(row(one), row(two, '"A')), 'quotation mark is not closed'],
    ['with a mark inside', csv(row(one, 'A "B" C')), 'quotation mark is in the wrong place'],
    ['JSON but no GBFS', '{"hello": [1, 2]}', 'no list data.stations'],
    ['a JSON list', '[1, 2]', 'no list data.stations'],
    ['broken JSON', gbfs([foreign('a')]).slice(0, -20), 'invalid or incomplete'],
    [
      'broken in the middle',
      gbfs([foreign('a')]).replace('"lat":', '"lat" '),
      'invalid or incomplete',
    ],
    ['GBFS 1.0', gbfs([], '1.0'), 'GBFS version "1.0", but only 2.x and 3.x are supported'],
    [
      'a gbfs.json',
      '{"version":"3.0","data":{"feeds":[{"name":"station_information"}]}}',
      'gbfs.json',
    ],
  ];
  test.each(files)(
    'a file that is %s is refused with the reason',
    async (_what, content, reason) => {
      const said = await withSecrets(content);
      expect(said.code).toBe(1);
      expect(said.err).toContain(reason);
      expect(said.err.split('\n').length).toBeLessThan(5);
      expect(await stations()).toEqual([]);
    },
  );

  test('a missing file, or a folder, is refused', async () => {
    expect(await commands.run('import', commands.at('none'))).toMatchObject({
      code: 1,
      err: `There is no file ${commands.at('none')}.\n`,
    });
    const folder = await commands.run('import', commands.at(''));
    expect([folder.code, folder.err]).toEqual([1, `${commands.at('')} is a folder, not a file.\n`]);
  });

  test('stations of another system always get the same ids of this product', async () => {
    const content = gbfs([
      foreign('a1', {
        capacity: 12,
        address: '1 rue X',
        station_opening_hours: 'Mo-Fr 09:00-17:00',
      }),
      foreign('a2', { name: [{ text: 'Gare', language: 'fr' }, ...named('Station')] }),
      { ...foreign('a3'), name: 'Plain' },
    ]);
    expect((await withSecrets(content, ...paris)).out).toContain('3 new');
    const byId = new Map((await stations()).map((station) => [station.id, station]));
    expect(byId.get(deriveId('velo/a1', 0))).toMatchObject({
      name: 'Station a1',
      address: '1 rue X',
      slots: 12,
      time_zone: 'Europe/Paris',
      tariff_id: 'test',
      hours: [...Array.from({ length: 5 }, () => '09:00-17:00'), null, null],
    });
    expect(byId.get(deriveId('velo/a2', 0))).toMatchObject({ name: 'Station' });
    expect(byId.get(deriveId('velo/a3', 0))).toMatchObject({ name: 'Plain', address: '' });
    expect((await importing(content, ...paris)).out).toBe('0 new, 0 changed, 3 unchanged.\n');
    // The stations exist already, with these values.
    expect((await importing(content, '--system', 'velo')).code).toBe(0);
    const unversioned = gbfs([foreign('a1')]).replace('"version":"3.0",', '');
    expect(unversioned).not.toContain('version');
    expect((await importing(unversioned, '--system', 'velo')).out).toContain('1 unchanged');
    expect((await importing(gbfs([foreign('a1')], '2.3'), '--system', 'velo')).out).toContain(
      '0 changed, 1 unchanged',
    );
  });

  const wrongStations: [what: string, station: unknown, reason: string][] = [
    ['no name', { ...foreign('x'), name: undefined }, 'station 1 ("x"): name'],
    ['a text as latitude', foreign('x', { lat: '48' }), 'station 1 ("x"): lat'],
    ['a place at sea', foreign('x', { lat: 0, lon: 0 }), 'in the sea'],
    ['hours of holidays', foreign('x', { station_opening_hours: 'PH off' }), 'about holidays'],
    ['no cabinet', foreign('x', { is_virtual_station: true }), 'virtual station'],
    ['nothing in it', null, 'station 1: '],
    ['half a character', foreign('x', { name: named('\ud83d') }), 'control character'],
    ['an id with a null character', foreign('a\0b'), 'source "velo/a?b" has a line break'],
    ['an odd capacity', foreign('x', { capacity: -1 }), 'slots -1'],
  ];
  test.each(wrongStations)('a GBFS station with %s is refused', async (_what, station, reason) => {
    const said = await withSecrets(
      gbfs([station, foreign('y')]),
      '--system',
      'velo',
      '--time-zone',
      'Europe/Paris',
    );
    expect(said.code).toBe(1);
    expect(said.err).toContain(reason);
    expect(await stations()).toEqual([]);
  });

  test('options must supply what a GBFS file cannot contain', async () => {
    const said = await withSecrets(gbfs([foreign('a')]));
    expect(said.err).toContain('name it with --system NAME');
    const zone = await withSecrets(gbfs([foreign('a')]), '--system', 'velo');
    expect(zone.err).toContain('is missing: use --time-zone ZONE');
    const twice = await withSecrets(
      gbfs([foreign('a'), foreign('a')]),
      '--system',
      'velo',
      '--time-zone',
      'Europe/Paris',
    );
    expect(twice.err).toContain('station 2 ("a"): source "velo/a" is in station 1 already');
  });

  const paris = ['--system', 'velo', '--time-zone', 'Europe/Paris'];
  /**
   * The ids of two stations in another system. For both, the import first tries the same station
   * id.
   */
  const [twin, other] = ['35917', '48801'];
  const idsBySource = async () =>
    Object.fromEntries((await stations()).map(({ source, id }) => [source, id]));

  test('stations whose ids collide get different ids, and keep these ids @slow', async () => {
    expect(deriveId(`velo/${twin}`, 0)).toBe(deriveId(`velo/${other}`, 0));
    const file = gbfs([twin, other].map((id) => foreign(id)));
    expect((await withSecrets(file, ...paris)).out).toContain('2 new');
    const ids = {
      [`velo/${twin}`]: deriveId(`velo/${twin}`, 0),
      [`velo/${other}`]: deriveId(`velo/${other}`, 1),
    };
    expect(await idsBySource()).toEqual(ids);
    expect((await importing(file, ...paris)).out).toBe('0 new, 0 changed, 2 unchanged.\n');

    const turned = gbfs([foreign('x'), foreign(other, { capacity: 4 }), foreign(twin)]);
    expect(
      (await importing(turned, ...paris, '--secrets', commands.at('more.csv'))).out.split('\n')[0],
    ).toBe('1 new, 1 changed, 1 unchanged.');
    expect(await idsBySource()).toEqual({ ...ids, 'velo/x': deriveId('velo/x', 0) });

    await commands.clear();
    await withSecrets(file, ...paris);
    expect(await idsBySource()).toEqual(ids);
  });

  test('if the ids of two stations collide, the existing station keeps its id', async () => {
    await withSecrets(gbfs([foreign(other)]), ...paris);
    const both = gbfs([twin, other].map((id) => foreign(id)));
    await importing(both, ...paris, '--secrets', commands.at('more.csv'));
    expect(await idsBySource()).toEqual({
      [`velo/${twin}`]: deriveId(`velo/${twin}`, 1),
      [`velo/${other}`]: deriveId(`velo/${other}`, 0),
    });
  });

  test('an import from another system never changes a station of this product with the same id', async () => {
    const id = deriveId('velo/a', 0);
    await withSecrets(csv(row(id), row(one)));
    const file = gbfs([foreign('a'), foreign(one)]);
    const said = await importing(file, ...paris, '--secrets', commands.at('more.csv'));
    expect(said.out).toContain('2 new, 0 changed, 0 unchanged.');
    expect(await stations()).toHaveLength(4);
    expect(await idsBySource()).toMatchObject({
      'velo/a': deriveId('velo/a', 1),
      [`velo/${one}`]: deriveId(`velo/${one}`, 0),
    });
    expect((await stations()).filter(({ name }) => name === 'Harbor Books')).toHaveLength(2);
  });

  test('an export includes the source of each station', async () => {
    const file = gbfs([twin, other].map((id) => foreign(id)));
    await withSecrets(file, ...paris);
    const ids = await idsBySource();
    const exported = (await commands.run('export')).out;
    await commands.clear();
    await withSecrets(exported);
    expect(await idsBySource()).toEqual(ids);
    expect((await importing(file, ...paris)).out).toBe('0 new, 0 changed, 2 unchanged.\n');
    const without = exported.replaceAll(/,[^,\n]*\n/g, '\n');
    expect((await importing(without)).out).toBe('0 new, 0 changed, 2 unchanged.\n');
  });

  test('two stations cannot have the same source', async () => {
    const from = (id: string, source: string) => row(id).replace(/,$/, `,${source}`);
    const twice = await withSecrets(csv(from(one, 'velo/a'), from(two, 'velo/a')));
    expect(twice.err).toContain('line 3: source "velo/a" is in line 2 already');
    await withSecrets(csv(from(one, 'velo/a')));
    const taken = await importing(csv(from(two, 'velo/a')));
    expect(taken.err).toContain(`line 2: source "velo/a" belongs to station ${one} already`);
    expect(await importing(csv(row(one)))).toMatchObject({ code: 0 });
    expect(await stations()).toMatchObject([{ id: one, source: null }]);
  });

  test('two imports at the same time run one after the other', async () => {
    const file = await commands.write('given', gbfs([twin, other].map((id) => foreign(id))));
    const said = await Promise.all(
      ['a.csv', 'b.csv'].map((name) =>
        commands.run('import', file, ...paris, '--secrets', commands.at(name)),
      ),
    );
    expect(new Set(said.map(({ out }) => out.split('\n')[0]))).toEqual(
      new Set(['2 new, 0 changed, 0 unchanged.', '0 new, 0 changed, 2 unchanged.']),
    );
  });

  test('an export is written to a file in one step, or to the terminal', async () => {
    await withSecrets(csv(row(two), row(one)));
    const { out, code } = await commands.run('export');
    expect([code, out]).toEqual([0, csv(row(one), row(two))]);
    await commands.write('old.csv', 'old');
    expect(await commands.run('export', commands.at('old.csv'))).toMatchObject({
      code: 0,
      out: '',
    });
    expect(await readFile(commands.at('old.csv'), 'utf8')).toBe(out);
    expect((await readdir(commands.at(''))).toSorted()).toEqual([
      'given',
      'old.csv',
      'secrets.csv',
    ]);
  });

  test.each(['csv', 'gbfs'])(
    'a %s file is the same after an import and another export',
    async (format) => {
      const extras = row(two, '"a, ""b"" ; 咖啡"', '-0.0000001,-87.6').replace('09:00-17:00', '');
      await withSecrets(csv(row(one), extras, row(three)));
      const first = (await commands.run('export', '--format', format)).out;
      expect(await importing(first)).toMatchObject({
        code: 0,
        out: '0 new, 0 changed, 3 unchanged.\n',
      });
      expect((await commands.run('export', '--format', format)).out).toBe(first);
    },
  );

  test('labels are printed for the given station ids, in any spelling', async () => {
    await withSecrets(csv(row(one, 'First'), row(two, 'Second'), row(three, 'Third')));
    const all = await commands.run('labels', commands.at('labels.html'));
    expect(all).toMatchObject({ code: 0, out: '', err: '' });
    expect((await readFile(commands.at('labels.html'), 'utf8')).match(/<article>/g)).toHaveLength(
      3,
    );
    const typed = `${two.slice(0, 3)}-${two.slice(3)}`.toLowerCase();
    const some = await commands.run('labels', '--size', 'label', '--ids', `${three},${typed}`);
    expect([...some.out.matchAll(/class="name">(.*?)</g)].map(([, name]) => name)).toEqual([
      'Third',
      'Second',
    ]);
    expect(await commands.run('labels', '--ids', `${one},2222222,nonsense`)).toMatchObject({
      code: 1,
      out: '',
      err: 'There is no station "2222222", "nonsense".\n',
    });
  });

  test('a failed write is reported, and no file remains', async () => {
    const said = await commands.run('export', commands.at('no/such/folder.csv'));
    expect([said.code, said.err]).toEqual([
      1,
      `The folder of ${commands.at('no/such/folder.csv')} does not exist.\n`,
    ]);
    expect(await readdir(commands.at(''))).toEqual([]);
  });
});

describe('invalid commands', () => {
  let commands: CommandTest;
  beforeAll(async () => {
    commands = await openCommandTest('pglite');
  });
  afterAll(() => commands.close());

  test.each([
    [['delete'], 'There is no command stations delete.'],
    [['import'], 'import takes one file.'],
    [['import', 'a', 'b'], 'import takes one file.'],
    [['export', 'a', 'b'], 'Only one file is allowed: a b'],
    [['import', 'a', '--colour'], "Unknown option '--colour'"],
    [['import', 'a', '--secrets'], 'argument missing'],
    [['import', 'a', '--system', ''], '--system is empty.'],
    [['import', 'a', '--system', 'a/b'], '--system must be a name without a slash.'],
    [['export', '--format', 'xml'], '--format must be one of csv, gbfs.'],
    [['labels', '--size', 'a3'], '--size must be one of a4, label.'],
    [['labels', '--ids', ' , '], '--ids names no station.'],
  ])('%j prints the help and exits with 2', async (args, reason) => {
    const said = await commands.run(...args);
    expect(said.code).toBe(2);
    expect(said.err).toContain(reason);
    expect(said.err).toContain('npm run ops -- stations import FILE');
  });

  test.each([['--help'], ['import', '--help'], ['-h']])(
    '%s %s prints the help',
    async (...args) => {
      const said = await commands.run(...args);
      expect([said.code, said.err]).toEqual([0, '']);
      expect(said.out).toContain('npm run ops -- stations export');
    },
  );
});

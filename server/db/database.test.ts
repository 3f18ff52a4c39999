import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, forBothEngines } from '../testing/database.ts';
import { inTransaction, openDatabase, uniqueViolation, type OpenDatabase } from './database.ts';
import { guardFolder } from './folderGuard.ts';
import { migrate } from './migrate.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('both engines return values in the same form', async () => {
    const { rows } = await sql`
      select 1::int as int, 9007199254740991::bigint as big, count(*) as count, 0.5::float8 as real,
        true as yes, null as nothing, '{"a":[1]}'::jsonb as json,
        '2026-03-01T12:00:00.123+02'::timestamptz as at, array['a','b'] as list`.execute(
      database.db,
    );
    expect(rows).toEqual([
      {
        int: 1,
        big: Number.MAX_SAFE_INTEGER,
        count: 1,
        real: 0.5,
        yes: true,
        nothing: null,
        json: { a: [1] },
        at: new Date('2026-03-01T10:00:00.123Z'),
        list: ['a', 'b'],
      },
    ]);
  });

  test('both engines store the same values', async () => {
    const { db } = database;
    const value = { text: "it's", at: new Date(0).toISOString(), n: [1, null] };
    await db
      .insertInto('settings')
      .values({ key: 'in', value: JSON.stringify(value) })
      .execute();
    const row = await db
      .selectFrom('settings')
      .selectAll()
      .where('key', '=', 'in')
      .executeTakeFirst();
    expect(row?.value).toEqual(value);
  });

  test('a violation of a unique constraint is recognised by the name of the constraint', async () => {
    const { db } = database;
    const insert = () => db.insertInto('settings').values({ key: 'one', value: '1' }).execute();
    await insert();
    const error = await insert().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(uniqueViolation(error)).toBe('settings_pkey');
    expect(uniqueViolation(new Error('another'))).toBeNull();
  });

  test('a transaction is retried if the database asks for it, and rolled back after an error', async () => {
    const { db } = database;
    let tries = 0;
    await inTransaction(db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'again', value: '1' }).execute();
      if (++tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect(tries).toBe(3);
    const failed = inTransaction(db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'never', value: '1' }).execute();
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const keys = await db.selectFrom('settings').select('key').execute();
    expect(keys.map(({ key }) => key)).not.toContain('never');
  });

  test('a second migration changes nothing', async () => {
    const done = () => sql`select name from kysely_migration`.execute(database.db);
    const before = await done();
    await migrate(database.db);
    await Promise.all([migrate(database.db), migrate(database.db)]);
    expect((await done()).rows).toEqual(before.rows);
  });

  test('the ledger refuses changes', async () => {
    const { db } = database;
    const id = '00000000-0000-4000-8000-000000000001';
    await db
      .insertInto('ledger_transactions')
      .values({ id, key: 'capture:1', rental_id: null, created_at: new Date() })
      .execute();
    await expect(db.deleteFrom('ledger_transactions').execute()).rejects.toThrow('append-only');
    await expect(db.updateTable('ledger_transactions').set({ key: 'x' }).execute()).rejects.toThrow(
      'append-only',
    );
  });
});

const holder = `
  import { guardFolder } from ${JSON.stringify(new URL('folderGuard.ts', import.meta.url).href)};
  try {
    await guardFolder(process.argv[1]);
    process.stdout.write('held');
    setInterval(() => undefined, 1000);
  } catch (error) {
    process.stdout.write(error.name + ': ' + error.message);
  }`;

async function spawnHolder(folder: string) {
  const args = ['--input-type=module-typescript', '-e', holder, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said) };
}

test('only one process at a time can open the folder, and after its end, even by a crash, another process can open it @slow', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'guard-'));
  const first = await spawnHolder(folder);
  try {
    expect(first.said).toBe('held');
    const second = await spawnHolder(folder);
    expect(second.said).toContain(`FolderInUseError: Another process already serves`);
    await expect(guardFolder(folder)).rejects.toThrow(folder);

    const ended = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await ended;
    const third = await spawnHolder(folder);
    expect(third.said).toBe('held');
    third.child.kill('SIGKILL');
  } finally {
    first.child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});

test('the embedded database keeps committed data, and locks its folder @all', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-'));
  try {
    const settings = { databaseUrl: null, dataDir };
    const first = await openDatabase(settings);
    await first.db.insertInto('settings').values({ key: 'kept', value: '"yes"' }).execute();
    await expect(openDatabase(settings)).rejects.toThrow('Another process already serves');
    await first.close();
    const second = await openDatabase(settings);
    const rows = await second.db.selectFrom('settings').select('value').execute();
    await second.close();
    expect(rows).toEqual([{ value: 'yes' }]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}, 120_000);

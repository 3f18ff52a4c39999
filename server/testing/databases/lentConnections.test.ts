import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPool, type Db } from '../../db/database.ts';
import { testPostgresUrl } from '../../settings/settings.ts';
import { createTestDatabase, postgresRuns } from '../database.ts';
import { LentConnections } from './lentConnections.ts';

test.skipIf(!postgresRuns)(
  'a query that still waits for a connection when its test ends gets no connection',
  async () => {
    const pool = createPool(testPostgresUrl());
    const lent = new LentConnections(pool);
    const late = lent.connect().catch((error: unknown) => error);
    await lent.end();
    expect(await late).toEqual(new Error('The test has ended'));
    await expect(lent.connect()).rejects.toThrow('The test has ended');
    await pool.end();
  },
);

test.skipIf(!postgresRuns)('a test does not see the settings of an earlier test', async () => {
  const zoneOf = async (db: Db) =>
    (await sql<{ TimeZone: string }>`show time zone`.execute(db)).rows[0]?.TimeZone;
  const first = await createTestDatabase('postgres');
  const before = await zoneOf(first.db);
  await sql`set time zone 'Asia/Tokyo'`.execute(first.db);
  expect(await zoneOf(first.db)).toBe('Asia/Tokyo');
  await first.close();
  const second = await createTestDatabase('postgres');
  expect(await zoneOf(second.db)).toBe(before);
  await second.close();
});

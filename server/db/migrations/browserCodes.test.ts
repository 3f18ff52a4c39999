import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import type { OpenDatabase } from '../database.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  const phone = '+12125550123';
  /** Inserts a code as the previous version does, which does not write the column `browser`. */
  const askEarlierVersion = async () => {
    const { db } = database;
    await sql`update one_time_codes set state = 'superseded'
      where phone = ${phone} and device is not distinct from null and state = 'issued'`.execute(db);
    await sql`insert into one_time_codes
      (id, phone, language, code_hash, purpose, user_id, device, state, failures, created_at, expires_at)
      values (${randomUUID()}, ${phone}, 'en', 'hash', 'signIn', null, null, 'issued', 0, now(), now())`.execute(
      db,
    );
  };
  const ask = (browser: string) =>
    database.db
      .insertInto('one_time_codes')
      .values({
        id: randomUUID(),
        phone,
        language: 'en',
        code_hash: 'hash',
        user_id: null,
        browser,
        device: null,
        state: 'issued',
        created_at: new Date(),
        expires_at: new Date(),
      })
      .execute();
  const issued = async () => {
    const rows = await database.db
      .selectFrom('one_time_codes')
      .select('browser')
      .where('state', '=', 'issued')
      .execute();
    return rows.map(({ browser }) => browser ?? 'none').sort();
  };

  test('the previous version and the present version can store codes for one phone at the same time', async () => {
    await askEarlierVersion();
    await ask('one');
    await ask('another');
    expect(await issued()).toEqual(['another', 'none', 'one']);
    await expect(ask('one')).rejects.toThrow('one_time_codes_one_per_browser');
    await askEarlierVersion();
    expect(await issued()).toEqual(['none']);
    await ask('one');
    expect(await issued()).toEqual(['none', 'one']);
  });
});

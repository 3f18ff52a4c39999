import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditBooks } from '../../../modules/accounting/auditBooks.ts';
import { createTestDatabase, forBothEngines } from '../../../testing/database.ts';
import type { OpenDatabase } from '../../database.ts';
import { bookClosed } from './0081-venue-payouts.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('the migration books the statements that were closed before', async () => {
    const { db } = database;
    const at = new Date('2026-11-01T12:00:00Z');
    await db.insertInto('regions').values({ id: 'north', name: 'North' }).execute();
    const venue = { id: 'mall', name: 'Mall', owner_name: 'Owner', region_id: 'north' };
    await db
      .insertInto('venues')
      .values({ ...venue, created_at: at })
      .execute();
    for (const [month, share, currency] of [
      ['2026-08', 500, 'USD'],
      ['2026-09', -200, 'USD'],
      ['2026-10', 0, 'EUR'],
      ['2026-11', 5_000_000_000, 'COP'],
      ['2026-12', -2_147_483_648, 'COP'],
    ] as const) {
      await db
        .insertInto('venue_statements')
        .values({
          id: randomUUID(),
          year: 2026,
          sequence: Number(month.slice(5)),
          number: `V2026-${month.slice(5)}`,
          venue_id: 'mall',
          venue_name: 'Mall',
          owner_name: 'Owner',
          month,
          time_zone: 'UTC',
          currency,
          captures: Math.max(share, 0),
          refunds: Math.max(-share, 0),
          tax: 0,
          venue_share: share,
          operator_share: 0,
          closed_at: at,
          closed_by: 'Fin',
        })
        .execute();
    }
    const missing = (month: string, amount: string) =>
      `statement V2026-${month} changes what is owed to venues by ${amount} but 0 is booked`;
    expect(await auditBooks(db)).toEqual([
      missing('08', '500 USD'),
      missing('09', '-200 USD'),
      missing('11', '5000000000 COP'),
      missing('12', '-2147483648 COP'),
    ]);
    await bookClosed(db);
    expect(await auditBooks(db)).toEqual([]);
  });
});

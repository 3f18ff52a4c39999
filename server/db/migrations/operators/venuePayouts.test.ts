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
    expect(await auditBooks(db)).toEqual([
      'unpaid statements of venues sum to 300 USD but 0 is booked',
    ]);
    await bookClosed(db);
    expect(await auditBooks(db)).toEqual([]);
  });
});

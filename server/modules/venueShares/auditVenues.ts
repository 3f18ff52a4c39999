import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { venuesPayableChanges } from '../ledger/ledgerQueries.ts';

/**
 * Finds differences between the ledger and the debt to the owners of venues: each statement, payout and reversal must
 * have one booking, and no other booking may change the debt.
 */
export async function wrongVenuesPayable(db: Db): Promise<string[]> {
  const stated = db
    .selectFrom('venue_statements')
    .where('venue_share', '<>', 0)
    .select([
      sql<string>`'venueShare:' || number`.as('key'),
      sql<string>`'statement ' || number`.as('name'),
      'currency',
      'venue_share as amount',
    ])
    .unionAll(
      db
        .selectFrom('venue_payouts')
        .where('amount', '<>', 0)
        .select([
          sql<string>`'venuePayout:' || id`.as('key'),
          sql<string>`'payout ' || id`.as('name'),
          'currency',
          sql<number>`-amount`.as('amount'),
        ]),
    )
    .unionAll(
      db
        .selectFrom('venue_payout_reversals as reversal')
        .innerJoin('venue_payouts as payout', 'payout.id', 'reversal.payout_id')
        .where('payout.amount', '<>', 0)
        .select([
          sql<string>`'venuePayoutReversed:' || payout.id`.as('key'),
          sql<string>`'the reversal of payout ' || payout.id`.as('name'),
          'payout.currency',
          'payout.amount',
        ]),
    );
  const rows = await db
    .selectFrom(stated.as('stated'))
    .fullJoin(venuesPayableChanges(db).as('booked'), (join) =>
      join.onRef('booked.key', '=', 'stated.key').onRef('booked.currency', '=', 'stated.currency'),
    )
    .where(sql<boolean>`stated.amount is distinct from booked.amount`)
    .orderBy(sql`coalesce(stated.key, booked.key)`)
    .select((of) => [
      of.fn.coalesce('stated.name', sql<string>`'the booking ' || booked.key`).as('name'),
      of.fn.coalesce('stated.currency', 'booked.currency').as('currency'),
      of.fn.coalesce('stated.amount', sql<number>`0`).as('amount'),
      of.fn.coalesce('booked.amount', sql<number>`0`).as('booked'),
    ])
    .execute();
  return [
    ...rows.map(
      ({ name, currency, amount, booked }) =>
        `${name} changes what is owed to venues by ${amount} ${currency} but ${booked} is booked`,
    ),
    ...(await wrongPayouts(db)),
  ];
}

/** Finds payouts that are not the sum of their statements. */
async function wrongPayouts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('venue_payouts as payout')
    .leftJoin('venue_payout_statements as paid', 'paid.payout_id', 'payout.id')
    .leftJoin('venue_statements as statement', 'statement.id', 'paid.statement_id')
    .groupBy('payout.id')
    .having(sql<boolean>`payout.amount <> coalesce(sum(statement.venue_share), 0)`)
    .orderBy('payout.id')
    .select(['payout.id', 'payout.amount'])
    .select(sql<number>`coalesce(sum(statement.venue_share), 0)::bigint`.as('sum'))
    .execute();
  return rows.map(({ id, amount, sum }) => `payout ${id} is ${amount} but pays ${sum}`);
}

import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { chargebackAmounts } from '../chargebacks/chargebackQueries.ts';
import { bookedEntries, bookings } from '../ledger/ledgerQueries.ts';

/**
 * Finds chargebacks with wrong bookings. The bookings of a chargeback must equal the amount that the
 * provider withdrew, less the amount that it gave back. For a lost chargeback, this whole amount must be booked as a
 * loss.
 */
export async function wrongChargebacks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom(chargebackAmounts(db).as('chargeback'))
    .leftJoin(bookings(db).as('booked'), (join) =>
      join
        .on(sql<boolean>`split_part(booked.key, ':', 1) = 'chargeback'`)
        .on(sql<boolean>`split_part(booked.key, ':', 2) = chargeback.id::text`),
    )
    .leftJoin(bookedEntries(db).as('entry'), 'entry.transaction_id', 'booked.id')
    .groupBy(['chargeback.id', 'chargeback.provider_id', 'chargeback.state'])
    .groupBy(['chargeback.withdrawn', 'chargeback.reinstated', 'chargeback.lost'])
    .select(['chargeback.provider_id as name', 'chargeback.state', 'chargeback.lost'])
    .select([
      sql<number>`chargeback.withdrawn - chargeback.reinstated`.as('taken'),
      balance('chargebacks').as('open'),
      balance('chargebackLosses').as('loss'),
    ])
    .execute();
  return rows.flatMap(({ name, state, lost, taken, open, loss }) => {
    const found: string[] = [];
    if (open + loss !== taken) {
      found.push(`chargeback ${name} took ${taken} but ${open + loss} is booked`);
    }
    if (loss !== lost) found.push(`chargeback ${name} lost ${lost} but ${loss} is booked`);
    if (state === 'lost' && open !== 0) found.push(`lost chargeback ${name} still has ${open}`);
    return found;
  });
}

function balance(account: string) {
  const accounts = `${account}:%`;
  return sql<number>`coalesce(sum(case
    when entry.debit like ${accounts} then entry.amount
    when entry.credit like ${accounts} then -entry.amount end), 0)::int`;
}

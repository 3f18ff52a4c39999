import type { Db } from '../../db/database.ts';

/**
 * Maps the id of each raffle that a rider has entered to the day of the rider's last entry, such as
 * `2028-11-05`.
 */
export async function lastEntryDays(db: Db, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('raffle_entries')
    .select((of) => ['raffle_id', of.fn.max('day').as('day')])
    .where('user_id', '=', userId)
    .groupBy('raffle_id')
    .execute();
  return new Map(rows.map(({ raffle_id, day }) => [raffle_id, day]));
}

import type { Db } from '../../db/database.ts';

/** The day of a rider's last entry in each raffle, as `YYYY-MM-DD` by the id of the raffle. */
export async function lastEntryDays(db: Db, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('raffle_entries')
    .select((of) => ['raffle_id', of.fn.max('day').as('day')])
    .where('user_id', '=', userId)
    .groupBy('raffle_id')
    .execute();
  return new Map(rows.map(({ raffle_id, day }) => [raffle_id, day]));
}

import { sql } from 'kysely';
import type { Money } from '../../../contract/money.ts';
import type { ProfileOverview } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { firstTariff } from '../tariffs/readTariffs.ts';

const shownStations = 10;
/** For a service without a tariff. */
const anyCurrency = 'USD';

export async function readOverview(db: Db, userId: string): Promise<ProfileOverview> {
  return { totalSpend: await totalSpend(db, userId), stations: await recentStations(db, userId) };
}

/**
 * What the rider paid for rentals, with GoCash or otherwise; a top-up is not spent yet. Amounts in
 * several currencies cannot be added: the currency of the last payment counts.
 */
async function totalSpend(db: Db, userId: string): Promise<Money> {
  const spent = await db
    .selectFrom('payments')
    .select(['currency', sql<number>`sum(captured - refunded)`.as('amount')])
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'topUp')
    .groupBy('currency')
    .orderBy((of) => of.fn.max('created_at'), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (spent) return { amount: spent.amount, currency: spent.currency };
  const tariff = await firstTariff(db);
  return { amount: 0, currency: tariff?.currency ?? anyCurrency };
}

async function recentStations(db: Db, userId: string): Promise<ProfileOverview['stations']> {
  const rows = await db
    .with('visits', (cte) =>
      cte
        .selectFrom('rentals')
        .select(['station_id', 'started_at as at'])
        .where('user_id', '=', userId)
        .where('started_at', 'is not', null)
        .unionAll(
          cte
            .selectFrom('rentals')
            .select(['return_station_id as station_id', 'returned_at as at'])
            .where('user_id', '=', userId)
            .where('started_at', 'is not', null)
            .where('returned_at', 'is not', null)
            .where('return_station_id', 'is not', null)
            .$narrowType<{ station_id: string }>(),
        ),
    )
    .with('last', (cte) =>
      cte
        .selectFrom('visits')
        .select((of) => ['station_id', of.fn.max('at').as('at')])
        .groupBy('station_id')
        .orderBy('at', 'desc')
        .orderBy('station_id')
        .limit(shownStations),
    )
    .selectFrom('last')
    .innerJoin(stationNames(db).as('station'), 'station.id', 'last.station_id')
    .select(['station.id', 'station.name', 'station.address', 'last.at'])
    .orderBy('last.at', 'desc')
    .orderBy('station.id')
    .execute();
  return rows.flatMap(({ at, ...station }) =>
    at ? [{ ...station, lastUsedAt: at.toISOString() }] : [],
  );
}

import type { Money } from '../../../contract/money.ts';
import type { ProfileOverview } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import { spentOnRentals } from '../payments/paymentsOfRider.ts';
import { visitedStations } from '../rentalRecords/rentalsOfRider.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { firstTariff } from '../tariffs/readTariffs.ts';

const shownStations = 10;
/** The currency of the overview if the rider has no payment and the server has no tariff. */
const anyCurrency = 'USD';

export async function readOverview(db: Db, userId: string): Promise<ProfileOverview> {
  return { totalSpend: await totalSpend(db, userId), stations: await recentStations(db, userId) };
}

async function totalSpend(db: Db, userId: string): Promise<Money> {
  const spent = await spentOnRentals(db, userId);
  if (spent) return spent;
  const tariff = await firstTariff(db);
  return { amount: 0, currency: tariff?.currency ?? anyCurrency };
}

async function recentStations(db: Db, userId: string): Promise<ProfileOverview['stations']> {
  const rows = await db
    .selectFrom(visitedStations(db, userId, shownStations).as('last'))
    .innerJoin(stationNames(db).as('station'), 'station.id', 'last.station_id')
    .select(['station.id', 'station.name', 'station.address', 'last.at'])
    .orderBy('last.at', 'desc')
    .orderBy('station.id')
    .execute();
  return rows.flatMap(({ at, ...station }) =>
    at ? [{ ...station, lastUsedAt: at.toISOString() }] : [],
  );
}

import type { OpsChargerShown, TimeLineQuery } from '../../../contract/operators/timeLines.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { batteries } from '../cabinets/timeLineQueries.ts';
import { readChargers } from '../cabinets/stock/readChargers.ts';
import { OpsError } from '../operators/opsError.ts';
import { openOrderOfCharger } from '../rentalRecords/rentalsOfChargers.ts';
import { stationsWithin } from '../venues/stationVenues.ts';
import { mergePage, type Entry, type Source } from './pages.ts';
import { chargerSources, commonSources } from './sources.ts';

/**
 * The place of a charger, and its time line, the newest entry first. An operator who is limited to
 * regions or venues does not find a charger in a cabinet elsewhere. For other chargers, this
 * operator sees only the entries of stations in these regions and venues, and the registration and
 * the recall.
 *
 * @throws {OpsError} chargerNotFound. {ProblemError} invalidInput for a cursor that cannot be read.
 */
export async function showCharger(
  db: Db,
  serial: string,
  query: TimeLineQuery,
  { reach, now }: { reach: Reach | null; now: Date },
): Promise<OpsChargerShown> {
  const [charger] = await readChargers(db, { serial }, 1);
  const within =
    reach && (await stationsWithin(db, reach).execute()).map(({ station_id }) => station_id);
  const isElsewhere = within !== null && charger?.place && !within.includes(charger.place.station);
  if (!charger || isElsewhere) {
    throw new OpsError('chargerNotFound', `There is no charger ${serial}.`);
  }
  const subject = { charger: serial, within };
  const sources = [
    ...commonSources(db, subject),
    ...chargerSources(db, subject),
    stockSource(charger),
  ];
  const battery = await db
    .selectFrom(batteries(db).as('battery'))
    .selectAll()
    .where('serial', '=', serial)
    .executeTakeFirst();
  return {
    ...charger,
    health: battery?.health ?? null,
    cycles: battery?.cycles ?? null,
    order: await openOrderOfCharger(db, serial, within),
    ...(await mergePage(sources, query, now)),
  };
}

/**
 * The registration and the recall of a charger. The record of operators contains these acts only
 * for ranges and batches, and not for each charger.
 */
function stockSource(charger: {
  batch: string | null;
  registeredAt: string | null;
  recalledAt: string | null;
}): Source {
  const { batch, registeredAt, recalledAt } = charger;
  const entry = (what: string, at: string | null): Entry[] =>
    at === null ? [] : [{ at: new Date(at), by: 'operator', what, facts: { batch } }];
  const entries = [...entry('recalled', recalledAt), ...entry('registered', registeredAt)];
  return async ({ until }) => entries.filter(({ at }) => at <= until);
}

import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  OpsOrder,
  OpsOrderList,
  OpsOrderQuery,
  OpsOrderShown,
} from '../../../contract/operators/orders.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import { dayStart } from '../../time/timeZones.ts';
import { riderNumbers } from '../auth/userQueries.ts';
import { OpsError } from '../operators/opsError.ts';
import { findOrders } from '../orders/findOrders.ts';
import { rentalForEvidence, rentalsForOrders } from '../rentalRecords/rentalQueries.ts';
import { stationsWithin } from '../venues/stationVenues.ts';
import { timeLineOfOrder } from './timeLine.ts';

/**
 * The orders of all riders that match the filters, the newest first. An operator who is limited to some regions or
 * venues sees only the orders that began or ended there.
 *
 * @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list.
 */
export async function listOpsOrders(
  db: Db,
  { state, station, charger, rider, from, to, cursor, limit }: z.output<typeof OpsOrderQuery>,
  reach: Reach | null,
): Promise<OpsOrderList> {
  const before = cursor === undefined ? undefined : readCursor('opsOrders', cursor);
  // The ids of the stations are read first, because PostgreSQL can then use the indexes for the stations of pick-up and
  // return.
  const own = reach && (await stationsWithin(db, reach).execute()).map((row) => row.station_id);
  const rows = await selectOrders(db)
    .$if(state !== undefined, (query) => query.where('rental.state', '=', state ?? 'charging'))
    .$if(station !== undefined, (query) =>
      query.where((of) =>
        of.or([of('station_id', '=', station ?? ''), of('return_station_id', '=', station ?? '')]),
      ),
    )
    .$if(charger !== undefined, (query) => query.where('charger', '=', charger ?? ''))
    .$if(rider !== undefined, (query) => query.where('rider.number', '=', rider ?? ''))
    .$if(from !== undefined, (query) =>
      query.where('created_at', '>=', dayStart(from ?? '', 'UTC')),
    )
    .$if(to !== undefined, (query) => query.where('created_at', '<', dayStart(to ?? '', 'UTC', 1)))
    .$if(own !== null, (query) =>
      query.where((of) =>
        of.or([
          of('station_id', '=', of.fn.any(of.val(own ?? []))),
          of('return_station_id', '=', of.fn.any(of.val(own ?? []))),
        ]),
      ),
    )
    .$if(before !== undefined, (query) =>
      query.where((of) =>
        of(
          of.refTuple('created_at', 'rental.id'),
          '<',
          of.tuple(before?.at ?? new Date(0), before?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('rental.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    orders: shown.map(present),
    nextCursor:
      rows.length > limit && last
        ? writeCursor('opsOrders', { at: last.created_at, id: last.id })
        : null,
  };
}

/**
 * An order with its paid amount, its due amount and its time line.
 *
 * @throws {OpsError} orderNotFound.
 */
export async function showOpsOrder(db: Db, number: string, now: Date): Promise<OpsOrderShown> {
  const row = await selectOrders(db).where('rental.number', '=', number).executeTakeFirst();
  if (!row) throw new OpsError('orderNotFound', `There is no order ${number}.`);
  const rental = await rentalForEvidence(db, row.id);
  const [order] = await findOrders(db, [row.id], now);
  if (!rental || !order) throw new Error('an order has a rental');
  const { lines, paid, due } = order;
  return { ...present(row), lines, paid, due, timeLine: await timeLineOfOrder(db, rental, now) };
}

/**
 * Refuses an order that neither began nor ended in the regions and venues of the operator.
 *
 * @throws {OpsError} regionForeign.
 */
export async function refuseForeignOrder(db: Db, number: string, reach: Reach): Promise<void> {
  const row = await selectOrders(db).where('rental.number', '=', number).executeTakeFirst();
  if (!row) return;
  const stations = [row.station_id, row.return_station_id ?? row.station_id];
  const own = await stationsWithin(db, reach)
    .where('period.station_id', 'in', stations)
    .executeTakeFirst();
  if (own) return;
  throw new OpsError('regionForeign', 'The order is not of a station in your regions and venues.');
}

function selectOrders(db: Db) {
  return db
    .selectFrom(rentalsForOrders(db).as('rental'))
    .innerJoin(riderNumbers(db).as('rider'), 'rider.id', 'rental.user_id')
    .select(['rental.id', 'rental.number', 'rental.state', 'failure', 'charger', 'created_at'])
    .select(['station_id', 'slot', 'started_at', 'returned_at', 'return_station_id'])
    .select(['return_slot', 'total', 'rider.number as rider'])
    .select(sql<string>`tariff ->> 'currency'`.as('currency'));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

function present(row: Row): OpsOrder {
  return {
    number: row.number,
    state: row.state,
    failure: row.failure,
    rider: row.rider,
    charger: row.charger,
    createdAt: row.created_at.toISOString(),
    station: row.station_id,
    slot: row.slot,
    startedAt: row.started_at?.toISOString() ?? null,
    returnedAt: row.returned_at?.toISOString() ?? null,
    returnStation: row.return_station_id,
    returnSlot: row.return_slot,
    total: row.total === null ? null : { amount: row.total, currency: row.currency },
  };
}

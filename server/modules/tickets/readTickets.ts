import type { TicketQuery, TicketShown } from '../../../contract/operators/tickets.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db, Trx } from '../../db/database.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { stationsWithin } from '../venues/stationVenues.ts';

type Filter = Partial<Omit<TicketQuery, 'limit'>> & { number?: string; reach?: Reach | null };

/**
 * The tickets that an operator searches for, the oldest first. Without a state or a number, the result omits tickets
 * that are done.
 */
export async function readTickets(
  db: Db | Trx,
  { number, state, kind, station, after, reach = null }: Filter,
  limit: number,
): Promise<TicketShown[]> {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin(stationNames(db).as('place'), 'place.id', 'tickets.station_id')
    .select(['tickets.number', 'kind', 'state', 'station_id', 'place.name', 'slot', 'charger'])
    .select(['opened_at', 'taken_by', 'closed_at', 'closed_by'])
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? ''))
    .$if(number === undefined && state === undefined, (query) => query.where('state', '<>', 'done'))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'dark'))
    .$if(station !== undefined, (query) => query.where('station_id', '=', station ?? ''))
    .$if(after !== undefined, (query) =>
      query.where('tickets.id', '>', (of) =>
        of
          .selectFrom('tickets as last')
          .select('last.id')
          .where('last.number', '=', after ?? ''),
      ),
    )
    .$if(reach !== null, (query) => query.where('station_id', 'in', stationsWithin(db, reach)))
    .orderBy('tickets.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    kind: row.kind,
    state: row.state,
    station: row.station_id,
    stationName: row.name,
    slot: row.slot,
    charger: row.charger,
    openedAt: row.opened_at.toISOString(),
    takenBy: row.taken_by,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
  }));
}

/** A query that other queries join: all stored tickets. */
export function ticketsForTimeLines(db: Db) {
  return db
    .selectFrom('tickets')
    .select(['id', 'number', 'kind', 'station_id', 'slot', 'charger'])
    .select(['opened_at', 'closed_at', 'closed_by']);
}

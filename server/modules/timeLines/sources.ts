import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { operatorActions } from '../audit/operatorActions.ts';
import {
  cabinetEvents,
  faultReports,
  fieldVisits,
  operatorCommands,
  visitedChargers,
} from '../cabinets/timeLineQueries.ts';
import { rentalPlaces, rentalsForOrders, swappedChargers } from '../rentalRecords/rentalQueries.ts';
import { casesForTimeLines } from '../support/caseQueries.ts';
import { assignmentsOfStation } from '../tariffs/assignments.ts';
import { ticketsForTimeLines } from '../tickets/readTickets.ts';
import { venuePeriods } from '../venues/stationVenues.ts';
import type { Entry, Source } from './pages.ts';

/**
 * The subject of a time line: a station, or a charger. `within` limits a charger's time line to these stations; null is
 * no limit.
 */
export type Subject =
  | { charger: string; within: readonly string[] | null }
  | { station: string; charger?: undefined };

/**
 * The condition that a row belongs to the subject. `station` and `charger` are the names of the
 * row's columns.
 */
function about(subject: Subject, station: string, charger: string) {
  if (subject.charger === undefined) {
    return sql<boolean>`${sql.ref(station)} = ${subject.station}`;
  }
  const isOfCharger = sql<boolean>`${sql.ref(charger)} = ${subject.charger}`;
  if (subject.within === null) return isOfCharger;
  return sql<boolean>`${isOfCharger} and ${sql.ref(station)} = any(${[...subject.within]}::text[])`;
}

const upTo = (column: string, until: Date) => sql<boolean>`${sql.ref(column)} <= ${until}`;

/** The kinds of entries that the time lines of chargers and of stations both have. */
export function commonSources(db: Db, subject: Subject): Source[] {
  return [
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(cabinetEvents(db).as('event'))
        .selectAll()
        .where(about(subject, 'event.station_id', 'event.charger'))
        .where(upTo('event.received_at', until))
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ received_at, cabinet_at, type, ...row }): Entry => ({
        at: received_at,
        cabinetAt: cabinet_at,
        by: 'cabinet',
        what: type,
        facts: {
          station: row.station_id,
          slot: row.slot,
          charger: row.charger,
          ...(row.command !== null && { command: row.command }),
          ...(row.reason !== null && { reason: row.reason }),
          ...(row.at !== null && { happenedAt: row.at.toISOString() }),
        },
      }));
    },
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(rentalsForOrders(db).as('rental'))
        .select(['number', 'state', 'failure', 'station_id', 'slot', 'charger', 'created_at'])
        .select('found_at')
        .where(about(subject, 'rental.station_id', 'rental.charger'))
        .where(upTo('rental.created_at', until))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row): Entry => ({
        at: row.created_at,
        by: 'rider',
        what: 'ordered',
        facts: {
          order: row.number,
          station: row.station_id,
          slot: row.slot,
          charger: row.charger,
          state: row.state,
          failure: row.failure,
          ...(row.found_at && { foundAt: row.found_at.toISOString() }),
        },
      }));
    },
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(rentalsForOrders(db).as('rental'))
        .select(['number', 'charger', 'returned_at', 'return_station_id', 'return_slot'])
        .where(about(subject, 'rental.return_station_id', 'rental.charger'))
        .where(upTo('rental.returned_at', until))
        .orderBy('returned_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row): Entry | [] =>
        row.returned_at === null
          ? []
          : {
              at: row.returned_at,
              by: 'server',
              what: 'rentalEnded',
              facts: {
                order: row.number,
                charger: row.charger,
                station: row.return_station_id,
                slot: row.return_slot,
              },
            },
      );
    },
    ...(['opened_at', 'closed_at'] as const).map((column): Source => async ({ until, limit }) => {
      const rows = await db
        .selectFrom(ticketsForTimeLines(db).as('ticket'))
        .selectAll()
        .where(about(subject, 'ticket.station_id', 'ticket.charger'))
        .where(upTo(`ticket.${column}`, until))
        .orderBy(column, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row): Entry | [] => {
        const at = row[column];
        if (at === null) return [];
        const { number, kind, slot, charger } = row;
        const facts = { ticket: number, kind, station: row.station_id, slot, charger };
        return column === 'opened_at'
          ? { at, by: 'server', what: 'ticketOpened', facts }
          : { at, by: 'server', what: 'ticketDone', facts: { ...facts, closedBy: row.closed_by } };
      });
    }),
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(operatorCommands(db).as('command'))
        .selectAll()
        .where(about(subject, 'command.station_id', 'command.charger'))
        .where(upTo('command.asked_at', until))
        .orderBy('asked_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row): Entry => ({
        at: row.asked_at,
        by: 'operator',
        what: `command ${row.type}`,
        facts: {
          command: row.id,
          station: row.station_id,
          slot: row.slot,
          charger: row.charger,
          state: row.state,
          who: row.asked_by,
          ...(row.reason !== null && { reason: row.reason }),
          ...(row.answered_at && { answeredAt: row.answered_at.toISOString() }),
        },
      }));
    },
    actSource(db, subject),
  ];
}

/**
 * The acts of operators. The record contains only the id of an act's subject, and something else,
 * such as a venue, may have the same id. So the query also filters by the kind of the act. Acts on
 * a charger have no station, so an operator who is limited to regions or venues sees none of them.
 */
function actSource(db: Db, subject: Subject): Source {
  const isOfCharger = subject.charger !== undefined;
  const [name, kinds] = isOfCharger
    ? [subject.charger, ['charger.%']]
    : // Leave out the acts on cabinets, because the time line shows their commands, which have more details.
      [subject.station, ['station.%', 'secret.%', 'session.%']];
  if (isOfCharger && subject.within !== null) return async () => [];
  return async ({ until, limit }) => {
    const rows = await db
      .selectFrom(operatorActions(db).as('act'))
      .selectAll()
      .where('subject', '=', name)
      .where(upTo('act.at', until))
      .where(sql<boolean>`action like any(${kinds}::text[])`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ at, action, who, why, before, after }): Entry => ({
      at,
      by: 'operator',
      what: action,
      facts: { who, why, before, after },
    }));
  };
}

/** The kinds of entries that only the time line of a charger has. */
export function chargerSources(db: Db, subject: Extract<Subject, { charger: string }>): Source[] {
  return [
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(visitedChargers(db).as('visited'))
        .selectAll()
        .where(about(subject, 'visited.station_id', 'visited.charger'))
        .where(upTo('visited.at', until))
        .orderBy('at', 'desc')
        .orderBy('session_id')
        .limit(limit)
        .execute();
      return rows.map((row): Entry => ({
        at: row.at,
        by: 'operator',
        what: row.direction === 'in' ? 'putIn' : 'takenOut',
        facts: {
          station: row.station_id,
          slot: row.slot,
          session: row.session_id,
          who: row.opened_by,
        },
      }));
    },
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(faultReports(db).as('report'))
        .innerJoin(rentalPlaces(db).as('rental'), 'rental.id', 'report.rental_id')
        .select(['report.reported_at', 'rental.number'])
        .where(about(subject, 'rental.station_id', 'report.charger'))
        .where(upTo('report.reported_at', until))
        .orderBy('report.reported_at', 'desc')
        .orderBy('rental.number')
        .limit(limit)
        .execute();
      return rows.map(({ reported_at, number }): Entry => ({
        at: reported_at,
        by: 'rider',
        what: 'reportedFault',
        facts: { order: number },
      }));
    },
    async ({ until, limit }) => {
      const rows = await db
        .selectFrom(swappedChargers(db).as('swap'))
        .selectAll()
        .where(about(subject, 'swap.station_id', 'swap.charger'))
        .where(upTo('swap.swapped_at', until))
        .orderBy('swapped_at', 'desc')
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map((row): Entry => ({
        at: row.swapped_at,
        by: 'server',
        what: 'swapped',
        facts: { order: row.number, station: row.station_id, slot: row.slot },
      }));
    },
    ...(['created_at', 'closed_at'] as const).map((column): Source => async ({ until, limit }) => {
      const rows = await db
        .selectFrom(casesForTimeLines(db).as('case'))
        .selectAll()
        .where(about(subject, 'case.station', 'case.charger'))
        .where(upTo(`case.${column}`, until))
        .orderBy(column, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ number, kind, ...row }): Entry | [] => {
        const at = row[column];
        if (at === null) return [];
        const what = column === 'created_at' ? 'opened' : 'closed';
        return { at, by: 'case', what, facts: { number, kind } };
      });
    }),
  ];
}

/** The kinds of entries that only the time line of a station has. */
export function stationSources(db: Db, station: string, now: Date): Source[] {
  return [
    ...(['opened_at', 'closed_at'] as const).map((column): Source => async ({ until, limit }) => {
      const rows = await db
        .selectFrom(fieldVisits(db).as('visit'))
        .selectAll()
        .where('station_id', '=', station)
        .where(upTo(`visit.${column}`, until))
        .orderBy(column, 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.flatMap((row): Entry | [] => {
        const at = row[column];
        if (at === null) return [];
        return column === 'opened_at'
          ? {
              at,
              by: 'operator',
              what: 'visitOpened',
              facts: { session: row.id, who: row.opened_by },
            }
          : {
              at,
              by: 'operator',
              what: 'visitClosed',
              facts: { session: row.id, who: row.closed_by },
            };
      });
    }),
    ...(['since', 'until'] as const).map((column): Source => async ({ until, limit }) => {
      const rows = await db
        .selectFrom(venuePeriods(db).as('period'))
        .selectAll()
        .where('station_id', '=', station)
        .where(upTo(`period.${column}`, until))
        .orderBy(column, 'desc')
        .orderBy('venue_id')
        .limit(limit)
        .execute();
      return rows.flatMap((row): Entry | [] => {
        const at = row[column];
        const what = column === 'since' ? 'joinedVenue' : 'leftVenue';
        return at === null ? [] : { at, by: 'server', what, facts: { venue: row.venue_id } };
      });
    }),
    ...(['starts_at', 'ends_at'] as const).map((column): Source => async ({ until, limit }) => {
      const rows = await assignmentsOfStation(db, station)
        .where(upTo(`assignment.${column}`, until < now ? until : now))
        .orderBy(`assignment.${column}`, 'desc')
        .orderBy('assignment.id')
        .limit(limit)
        .execute();
      return rows.flatMap((row): Entry | [] => {
        const at = row[column];
        if (at === null) return [];
        const what = column === 'starts_at' ? 'tariffBegan' : 'tariffEnded';
        const facts = { tariff: row.tariff_id, assignment: row.id, who: row.assigned_by };
        return { at, by: 'operator', what, facts };
      });
    }),
  ];
}

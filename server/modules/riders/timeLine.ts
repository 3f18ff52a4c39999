import type { z } from 'zod';
import type {
  RiderEntry,
  RiderTimeLine,
  RiderTimeLineQuery,
} from '../../../contract/operators/riders.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor, type TimePosition } from '../../http/answers/timeCursor.ts';
import { paymentAmounts } from '../payments/paymentQueries.ts';
import { orderNumbers, rentalsForOrders } from '../rentalRecords/rentalQueries.ts';
import { casesForRiders } from '../support/caseQueries.ts';
import { topUpsOfPayments } from '../topUps/topUpQueries.ts';
import { rowOf } from './findRiders.ts';

type Entry = Omit<RiderEntry, 'at'> & TimePosition;

/**
 * A rider's orders, payments and cases in one list, the newest first, without personal data.
 *
 * @throws {OpsError} riderNotFound. {ProblemError} invalidInput for a damaged cursor, or a cursor of another list.
 */
export async function riderTimeLine(
  db: Db,
  number: string,
  { cursor, limit }: z.output<typeof RiderTimeLineQuery>,
): Promise<RiderTimeLine> {
  const { id } = await rowOf(db, number);
  const before = cursor === undefined ? null : readCursor('riderTimeLine', cursor);
  const page = { userId: id, before, limit: limit + 1 };
  const found = [
    ...(await orderEntries(db, page)),
    ...(await paymentEntries(db, page)),
    ...(await caseEntries(db, page)),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ id: _id, at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    nextCursor: found.length > limit && last ? writeCursor('riderTimeLine', last) : null,
  };
}

interface Page {
  userId: string;
  before: TimePosition | null;
  limit: number;
}

async function orderEntries(db: Db, { userId, before, limit }: Page): Promise<Entry[]> {
  const rows = await db
    .selectFrom(rentalsForOrders(db).as('row'))
    .select(['id', 'number', 'state', 'failure', 'station_id', 'created_at', 'started_at'])
    .select(['returned_at', 'return_station_id', 'total', 'tariff'])
    .where('user_id', '=', userId)
    .$if(before !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('created_at', 'id'),
          '<',
          of.tuple(before?.at ?? new Date(0), before?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    what: 'order',
    number: row.number,
    facts: {
      state: row.state,
      failure: row.failure,
      station: row.station_id,
      startedAt: row.started_at,
      returnedAt: row.returned_at,
      returnedTo: row.return_station_id,
      total: row.total,
      currency: row.tariff.currency,
    },
  }));
}

async function paymentEntries(db: Db, { userId, before, limit }: Page): Promise<Entry[]> {
  const rows = await db
    .selectFrom(paymentAmounts(db).as('row'))
    .leftJoin(orderNumbers(db).as('rental'), 'rental.id', 'row.rental_id')
    .selectAll('row')
    .select('rental.number as order')
    .where('row.user_id', '=', userId)
    .$if(before !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('row.created_at', 'row.id'),
          '<',
          of.tuple(before?.at ?? new Date(0), before?.id ?? ''),
        ),
      ),
    )
    .orderBy('row.created_at', 'desc')
    .orderBy('row.id', 'desc')
    .limit(limit)
    .execute();
  const topUps = await topUpsOfPayments(
    db,
    rows.filter(({ top_up_id }) => top_up_id !== null).map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    what: 'payment',
    number: row.order ?? topUps.find(({ paymentId }) => paymentId === row.id)?.number ?? null,
    facts: {
      purpose: row.purpose,
      source: row.source,
      state: row.state,
      currency: row.currency,
      amount: row.amount,
      captured: row.captured,
      refunded: row.refunded,
      declined: row.decline_reason,
    },
  }));
}

async function caseEntries(db: Db, { userId, before, limit }: Page): Promise<Entry[]> {
  const rows = await db
    .selectFrom(casesForRiders(db).as('row'))
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('created_at', 'id'),
          '<',
          of.tuple(before?.at ?? new Date(0), before?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    what: 'case',
    number: row.number,
    facts: { kind: row.kind, state: row.state, closedAt: row.closed_at, outcome: row.outcome },
  }));
}

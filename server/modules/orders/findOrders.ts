import { sql, type RawBuilder } from 'kysely';
import type { DocumentedOrder } from '../../../contract/documents.ts';
import {
  RentalState,
  type Order,
  type OrderList,
  type OrderStatus,
} from '../../../contract/orders.ts';
import type { Db, Trx } from '../../db/database.ts';
import { hiddenFromPlanner } from '../../db/preparedStatements.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { openStates, statesOf } from '../rentalRecords/machine.ts';
import { paymentAmounts } from '../payments/paymentQueries.ts';
import { rentalsForOrders } from '../rentalRecords/rentalQueries.ts';
import { returnedNewsMs } from '../rental/rentalLimits.ts';
import { presentOrders } from './presentOrder.ts';
import { readOrders, rentalColumns } from './readOrders.ts';

/** @throws {ProblemError} orderNotFound, also if the order belongs to another rider. */
export async function findOrder(
  db: Db | Trx,
  userId: string,
  orderId: string,
  now: Date,
): Promise<DocumentedOrder> {
  const parts = await readOrders(
    db,
    sql`select ${rentalColumns} from ${rentalsForOrders(db)} as rentals
      where id = ${hiddenFromPlanner(orderId, 'uuid')} and user_id = ${hiddenFromPlanner(userId, 'uuid')}`,
  );
  const [order] = presentOrders(parts, now);
  if (!order) throw new ProblemError('orderNotFound');
  return order;
}

/** The orders with these ids, of any rider, the newest first. */
export async function findOrders(
  db: Db | Trx,
  ids: readonly string[],
  now: Date,
): Promise<DocumentedOrder[]> {
  if (ids.length === 0) return [];
  const parts = await readOrders(
    db,
    sql`select ${rentalColumns} from ${rentalsForOrders(db)} as rentals
      where id = any(${hiddenFromPlanner([...ids], 'uuid[]')})`,
  );
  return presentOrders(parts, now);
}

/**
 * The order for the home screen: an order that is being prepared, in use, being settled, or unpaid. If there is no such
 * order, it is a recent return that the rider has not seen yet.
 */
export async function findCurrentOrder(db: Db, userId: string, now: Date): Promise<Order | null> {
  const rentals = await db
    .selectFrom(rentalsForOrders(db).as('rental'))
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where((or) =>
      or.or([
        or('state', 'in', [...openStates, 'settling', 'unpaid', 'paying']),
        or.and([
          or('state', '=', 'complete'),
          or('seen_at', 'is', null),
          or('returned_at', '>', addMs(now, -returnedNewsMs)),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  const open: readonly string[] = openStates;
  const [first] = rentals.sort((a, b) => rank(a.state, open) - rank(b.state, open));
  const [order] = await findOrders(db, first ? [first.id] : [], now);
  return order ?? null;
}

function rank(state: string, open: readonly string[]): number {
  if (open.includes(state)) return 0;
  return state === 'complete' ? 2 : 1;
}

interface Page {
  status?: OrderStatus | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The states of the orders at the start of the first page. */
const pinned: readonly RentalState[] = ['unpaid', 'paying'];

/**
 * A page of the rider's orders in the history (`belongsToHistory`), the newest first. On the first page, unpaid orders
 * come before all others.
 */
export async function listOrders(
  db: Db,
  userId: string,
  { status, cursor, limit }: Page,
  now: Date,
): Promise<OrderList> {
  const after = cursor === undefined ? null : readCursor('orders', cursor);
  const states = status ? statesOf(status) : RentalState.options;
  const owed = after ? [] : states.filter((state) => pinned.includes(state));
  const others = states.filter((state) => !pinned.includes(state));
  const ofRider = sql`select ${rentalColumns} from ${rentalsForOrders(db)} as rentals
    where user_id = ${hiddenFromPlanner(userId, 'uuid')} and ${belongsToHistory(db)}`;
  const parts: RawBuilder<unknown>[] = [];
  if (owed.length > 0) parts.push(sql`(${ofRider} and ${isIn(owed)})`);
  if (others.length > 0) {
    const older = after
      ? sql`and (created_at, id) < (${hiddenFromPlanner(after.at, 'timestamptz')}, ${hiddenFromPlanner(after.id, 'uuid')})`
      : sql``;
    parts.push(
      sql`(${ofRider} and ${isIn(others)} ${older}
        order by created_at desc, id desc limit ${hiddenFromPlanner(limit + 1, 'int')})`,
    );
  }
  if (parts.length === 0) return { orders: [], nextCursor: null };

  const found = presentOrders(await readOrders(db, sql.join(parts, sql` union all `)), now);
  const isOwed = ({ state }: Order) => pinned.includes(state);
  const rest = found.filter((order) => !isOwed(order));
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    orders: [...found.filter(isOwed), ...shown],
    nextCursor:
      rest.length > limit && last
        ? writeCursor('orders', { at: new Date(last.createdAt), id: last.id })
        : null,
  };
}

/**
 * Whether a rental has one of these states. The SQL text contains the states, because the planner cannot match
 * parameters with the condition of the partial index.
 */
function isIn(states: readonly RentalState[]): RawBuilder<boolean> {
  return sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

/**
 * A condition that excludes a rental from the history if no charger came out and nothing was captured. It uses a sum
 * instead of `exists`, because with `exists` the planner may read the payments of all riders. The query must name
 * `rentalsForOrders` as `rentals`.
 */
export function belongsToHistory(db: Db | Trx): RawBuilder<boolean> {
  return sql<boolean>`(rentals.started_at is not null
    or 0 < (select sum(captured) from ${paymentAmounts(db)} as payment
      where payment.rental_id = rentals.id))`;
}

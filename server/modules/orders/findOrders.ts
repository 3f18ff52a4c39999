import type { ExpressionBuilder } from 'kysely';
import type { Order, OrderList, OrderStatus, RentalState } from '../../../contract/orders.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../http/timeCursor.ts';
import { later } from '../../work.ts';
import { openStates, statesOf } from '../rental/machine.ts';
import { returnedNewsMs } from '../rental/terms.ts';
import type { RentalRow } from '../rental/rentals.ts';
import { presentOrders } from './presentOrder.ts';

/** @throws {ProblemError} orderNotFound, for other riders' orders too. */
export async function findOrder(
  db: Db | Trx,
  userId: string,
  orderId: string,
  now: Date,
): Promise<Order> {
  const rental = await db
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const [order] = rental ? await presentOrders(db, [rental], now) : [];
  if (!order) throw new ProblemError('orderNotFound');
  return order;
}

/** What home is about: being prepared, out, or owed; else a return that is still news. */
export async function findCurrentOrder(db: Db, userId: string, now: Date): Promise<Order | null> {
  const rentals = await db
    .selectFrom('rentals')
    .selectAll()
    .where('user_id', '=', userId)
    .where((or) =>
      or.or([
        or('state', 'in', [...openStates, 'settling', 'unpaid', 'paying']),
        or.and([
          or('state', '=', 'complete'),
          or('seen_at', 'is', null),
          or('returned_at', '>', later(now, -returnedNewsMs)),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  const open: readonly string[] = openStates;
  const [first] = rentals.sort((a, b) => rank(a.state, open) - rank(b.state, open));
  const [order] = first ? await presentOrders(db, [first], now) : [];
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

/** A rider's orders, newest first; on the first page the unpaid ones come before all others. */
export async function listOrders(
  db: Db,
  userId: string,
  { status, cursor, limit }: Page,
  now: Date,
): Promise<OrderList> {
  const after = cursor === undefined ? null : readCursor('orders', cursor);
  const states = status ? statesOf(status) : null;
  const pinned: RentalState[] = ['unpaid', 'paying'];

  const mine = db
    .selectFrom('rentals')
    .selectAll()
    .where('user_id', '=', userId)
    .where(wasMoreThanAnAttempt)
    .$if(states !== null, (query) => query.where('state', 'in', states ?? []))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const owed = mine.where('state', 'in', pinned).$if(after !== null, (query) => query.limit(0));
  // Where all that is asked for is pinned, looking for others would read the whole history.
  const hasMore = states === null || states.some((state) => !pinned.includes(state));
  const more = mine
    .where('state', 'not in', pinned)
    .$if(after !== null, (query) =>
      query.where((of) =>
        of(of.refTuple('created_at', 'id'), '<', of.tuple(after?.at ?? now, after?.id ?? '')),
      ),
    )
    .limit(hasMore ? limit + 1 : 0);
  // In one go: whoever opens the history waits for the database as seldom as can be.
  const found = await db
    .with('owed', () => owed)
    .with('more', () => more)
    .selectFrom('owed')
    .selectAll()
    .unionAll((of) => of.selectFrom('more').selectAll())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const isOwed = ({ state }: RentalRow) => pinned.includes(state);
  const others = found.filter((rental) => !isOwed(rental));
  const shown = others.slice(0, limit);
  const last = shown.at(-1);
  return {
    orders: await presentOrders(db, [...found.filter(isOwed), ...shown], now),
    nextCursor:
      others.length > limit && last
        ? writeCursor('orders', { at: last.created_at, id: last.id })
        : null,
  };
}

/** What came to nothing and moved no money is no order in anybody's history. */
export function wasMoreThanAnAttempt(of: ExpressionBuilder<Database, 'rentals'>) {
  return of.or([
    of('rentals.started_at', 'is not', null),
    of.exists(
      of
        .selectFrom('payments')
        .select('payments.id')
        .whereRef('payments.rental_id', '=', 'rentals.id')
        .where('payments.captured', '>', 0),
    ),
  ]);
}

import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { Order, OrderList, OrderStatus } from '../../../contract/orders.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import { later } from '../../work.ts';
import { openStates, statesOf } from '../rental/machine.ts';
import { returnedNewsMs } from '../rental/terms.ts';
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
  const after = cursor === undefined ? null : parseCursor(cursor);
  const states = status ? statesOf(status) : null;
  const pinned: ('unpaid' | 'paying')[] = ['unpaid', 'paying'];

  const mine = db
    .selectFrom('rentals')
    .selectAll()
    .where('user_id', '=', userId)
    .where(wasMoreThanAnAttempt)
    .$if(states !== null, (query) => query.where('state', 'in', states ?? []))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const owed = after ? [] : await mine.where('state', 'in', pinned).execute();
  const others = await mine
    .where('state', 'not in', pinned)
    .$if(after !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('created_at', 'id'),
          '<',
          of.tuple(after?.createdAt ?? now, after?.id ?? ''),
        ),
      ),
    )
    .limit(limit + 1)
    .execute();

  const shown = others.slice(0, limit);
  const last = shown.at(-1);
  return {
    orders: await presentOrders(db, [...owed, ...shown], now),
    nextCursor: others.length > limit && last ? writeCursor(last.created_at, last.id) : null,
  };
}

/** What came to nothing and moved no money is no order in anybody's history. */
function wasMoreThanAnAttempt(of: ExpressionBuilder<Database, 'rentals'>) {
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

const Cursor = z.tuple([z.iso.datetime().transform((at) => new Date(at)), z.uuid()]);

function writeCursor(createdAt: Date, id: string): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** @throws {ProblemError} invalidInput, for a cursor that we did not write. */
function parseCursor(cursor: string): { createdAt: Date; id: string } {
  const refuse = () => new ProblemError('invalidInput', { fields: ['query.cursor'] });
  let written: unknown;
  try {
    written = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse();
    throw error;
  }
  const parsed = Cursor.safeParse(written);
  if (!parsed.success) throw refuse();
  const [createdAt, id] = parsed.data;
  return { createdAt, id };
}

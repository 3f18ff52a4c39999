import { z } from 'zod';
import type { WalletMovements } from '../../../contract/wallet.ts';
import type { Db } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';

/**
 * A rider's movements, the newest first.
 *
 * @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list.
 */
export async function listMovements(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<WalletMovements> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  const rows = await db
    .selectFrom('wallet_movements')
    .leftJoin(orderNumbers(db).as('rental'), 'rental.id', 'wallet_movements.rental_id')
    .selectAll('wallet_movements')
    .select('rental.number as order_number')
    .where('wallet_movements.user_id', '=', userId)
    .$if(before !== null, (query) => query.where('wallet_movements.id', '<', before ?? 0))
    .orderBy('wallet_movements.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    movements: shown.map((row) => {
      const money = (amount: number) => ({ amount, currency: row.currency });
      return {
        id: String(row.id),
        reason: row.reason,
        amount: money(row.top_up + row.bonus),
        topUp: money(row.top_up),
        bonus: money(row.bonus),
        balance: money(row.top_up_after + row.bonus_after),
        at: row.created_at.toISOString(),
        order:
          row.rental_id && row.order_number
            ? { id: row.rental_id, number: row.order_number }
            : null,
      };
    }),
    nextCursor: rows.length > limit && last ? String(last.id) : null,
  };
}

const Cursor = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

function parseCursor(cursor: string): number {
  const parsed = Cursor.safeParse(cursor);
  if (!parsed.success) throw new ProblemError('invalidInput', { fields: ['query.cursor'] });
  return parsed.data;
}

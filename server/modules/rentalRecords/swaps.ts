import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

export type SwapRow = Selectable<Database['charger_swaps']>;

/**
 * Stores the first charger of a rental before the eject of a second charger. This row replaces the
 * row of an earlier failed swap of the same rental.
 */
export async function beginSwap(
  work: UnitOfWork,
  swap: Omit<Insertable<Database['charger_swaps']>, 'state' | 'swapped_at'>,
): Promise<void> {
  const begun = { ...swap, state: 'opening' as const, swapped_at: work.now };
  await work.trx
    .insertInto('charger_swaps')
    .values(begun)
    .onConflict((conflict) => conflict.column('rental_id').doUpdateSet(begun))
    .execute();
}

/** The swap of a rental; null if there is none. The caller must have locked the rental. */
export async function swapOf(work: UnitOfWork, rentalId: string): Promise<SwapRow | null> {
  const swap = await work.trx
    .selectFrom('charger_swaps')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .executeTakeFirst();
  return swap ?? null;
}

export async function endSwap(
  work: UnitOfWork,
  rentalId: string,
  state: 'done' | 'failed',
): Promise<void> {
  await work.trx
    .updateTable('charger_swaps')
    .set({ state })
    .where('rental_id', '=', rentalId)
    .where('state', '=', 'opening')
    .execute();
}

/** Whether this command ejected the first charger of a rental with a swap. */
export async function isSwappedCommand(work: UnitOfWork, command: string): Promise<boolean> {
  const swap = await work.trx
    .selectFrom('charger_swaps')
    .select('rental_id')
    .where('eject_command', '=', command)
    .executeTakeFirst();
  return swap !== undefined;
}

/** A query that other queries join: the state of the swap of each rental with a swap. */
export function swapStates(db: Db) {
  return db.selectFrom('charger_swaps').select(['rental_id', 'state']);
}

/** Counts the rentals that a rider ordered after `since` and that were free because of a faulty charger. */
export async function countFreeRentals(
  work: UnitOfWork,
  userId: string,
  since: Date,
): Promise<number> {
  const { count } = await work.trx
    .selectFrom('rentals')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('is_free', '=', true)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

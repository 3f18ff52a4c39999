import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { RentalRow } from './rentals.ts';

/** The timers of a rental: the time of its next check, and the time of its next warning. */
export type Timer = 'next_check_at' | 'warn_at';

/** The ids of the rentals whose timer is due. The earliest timer is first. */
export async function dueRentals(db: Db, timer: Timer, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rentals')
    .select('id')
    .where(timer, '<=', now)
    .orderBy(timer)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks a rental whose timer is due. Returns null if the timer is not due, or if another transaction has
 * locked the rental.
 */
export async function lockDueRental(
  work: UnitOfWork,
  rentalId: string,
  timer: Timer,
): Promise<RentalRow | null> {
  const rental = await work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', rentalId)
    .where(timer, '<=', work.now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return rental ?? null;
}

/** Moves a due timer of a rental to a later time. */
export async function postponeTimer(
  db: Db,
  rentalId: string,
  timer: Timer,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('rentals')
    .set({ [timer]: until })
    .where('id', '=', rentalId)
    .where(timer, '<=', now)
    .execute();
}

/** The time of the earliest timer of all rentals. It is null if no timer is set. */
export async function nextTimerAt(db: Db): Promise<Date | null> {
  const first = (timer: Timer) =>
    db
      .selectFrom('rentals')
      .select((of) => of.fn.min(timer).as('at'))
      .where(timer, 'is not', null);
  const { at } = await db
    .selectNoFrom((of) => of.fn('least', [first('next_check_at'), first('warn_at')]).as('at'))
    .$castTo<{ at: Date | null }>()
    .executeTakeFirstOrThrow();
  return at;
}

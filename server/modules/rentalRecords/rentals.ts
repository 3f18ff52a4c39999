import type { Selectable, Updateable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { announceMove } from './announceMove.ts';
import { openStates, rentalTransition, type RentalEvent } from './machine.ts';

export type RentalRow = Selectable<Database['rentals']>;

/** Reads and locks a rental. The lock also protects its payments and its slot. */
export function lockRental(work: UnitOfWork, rentalId: string): Promise<RentalRow> {
  return work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', rentalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** @throws {ProblemError} orderNotFound, also if the order belongs to another rider. */
export async function lockOwnRental(
  work: UnitOfWork,
  userId: string,
  rentalId: string,
): Promise<RentalRow> {
  const rental = await work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', rentalId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!rental) throw new ProblemError('orderNotFound');
  return rental;
}

/** Reads and locks a rental by the number of its order. Returns null for an unknown number. */
export async function lockRentalOfNumber(
  work: UnitOfWork,
  number: string,
): Promise<RentalRow | null> {
  const found = await work.trx
    .selectFrom('rentals')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  return found ? lockRental(work, found.id) : null;
}

/** Reads and locks the rental with this eject command. Returns null if there is none. */
export async function lockRentalOfCommand(
  work: UnitOfWork,
  commandId: string,
): Promise<RentalRow | null> {
  const rental = await work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('eject_command', '=', commandId)
    .forUpdate()
    .executeTakeFirst();
  return rental ?? null;
}

/** Reads and locks the open rental of a charger. Returns null if there is none. */
export async function lockOpenRentalOfCharger(
  work: UnitOfWork,
  charger: string,
): Promise<RentalRow | null> {
  const rental = await work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('charger', '=', charger)
    .where('state', 'in', openStates)
    .forUpdate()
    .executeTakeFirst();
  return rental ?? null;
}

/**
 * Reads and locks the newest rental that was ordered before `time` and in which this charger came out. Returns null
 * unless this rental was billed as lost and has no return.
 */
export async function lockLostRental(
  work: UnitOfWork,
  charger: string,
  time: Date = work.now,
): Promise<RentalRow | null> {
  const last = await work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('charger', '=', charger)
    .where('created_at', '<', time)
    .where('started_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return last && last.returned_at === null && last.total !== null ? last : null;
}

/**
 * The id of a charger's newest rental, if this rental is in the state `review`, in which the result of the eject is
 * unknown; otherwise null.
 */
export async function reviewedRentalOf(work: UnitOfWork, charger: string): Promise<string | null> {
  const last = await work.trx
    .selectFrom('rentals')
    .select(['id', 'state'])
    .where('charger', '=', charger)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'review' ? last.id : null;
}

/**
 * Reads and locks the open rentals that an inventory of a station may change: they began at the station, their charger
 * is in `chargers`, or their claim is about the station. The order of the locks is fixed, so that concurrent calls do
 * not deadlock.
 */
export function lockOpenRentalsAt(
  work: UnitOfWork,
  stationId: string,
  chargers: readonly string[],
): Promise<RentalRow[]> {
  return work.trx
    .selectFrom('rentals')
    .selectAll()
    .where('state', 'in', openStates)
    .where((or) =>
      or.or([
        or('station_id', '=', stationId),
        ...(chargers.length > 0 ? [or('charger', 'in', [...chargers])] : []),
        or('id', 'in', (of) =>
          of
            .selectFrom('rental_claims')
            .select('rental_id')
            .where('station_id', '=', stationId)
            .where('state', '=', 'checking'),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The columns that a change of a rental stores besides its state. */
export type RentalChange = Omit<Updateable<Database['rentals']>, 'state' | 'id' | 'changed_at'>;

/**
 * Stores one state change of a locked rental. The change clears `next_check_at`, `held_until` and
 * `claimed_at`. It also clears `warn_at`, unless the new state is `overdue`. If `set` contains one
 * of these columns, the value in `set` is stored instead.
 *
 * @throws if the change is not possible from the state that the caller read, or if the state has
 * changed since.
 */
export async function storeMove(
  work: UnitOfWork,
  rental: Pick<RentalRow, 'id' | 'state'>,
  event: RentalEvent,
  set: RentalChange,
): Promise<RentalRow> {
  const state = rentalTransition(rental.state, event);
  if (!state) throw new Error(`rental ${rental.id}: ${event} in state ${rental.state}`);
  const moved = await work.trx
    .updateTable('rentals')
    .set({
      next_check_at: null,
      held_until: null,
      claimed_at: null,
      // An overdue rental still needs the warning before the loss.
      ...(state !== 'overdue' && { warn_at: null }),
      ...set,
      state,
      changed_at: work.now,
    })
    .where('id', '=', rental.id)
    .where('state', '=', rental.state)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw new Error(`rental ${rental.id} is no longer ${rental.state}`);
  const isStart = event === 'ejectProved' && set.started_at !== undefined;
  await announceMove(work, event, moved, isStart);
  return moved;
}

/**
 * Marks a rider's rental as seen. A second call does not change the stored time. Returns false if the rider has no such
 * rental.
 */
export async function markSeen(
  work: UnitOfWork,
  userId: string,
  rentalId: string,
): Promise<boolean> {
  const seen = await work.trx
    .updateTable('rentals')
    .set((of) => ({ seen_at: of.fn.coalesce('seen_at', of.val(work.now)) }))
    .where('id', '=', rentalId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return seen !== undefined;
}

/** Changes data of a locked rental without a change of its state. */
export async function setRental(
  work: UnitOfWork,
  rentalId: string,
  set: RentalChange,
): Promise<RentalRow> {
  return work.trx
    .updateTable('rentals')
    .set({ ...set, changed_at: work.now })
    .where('id', '=', rentalId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

import { sql } from 'kysely';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { releaseCharger } from '../heldChargers.ts';
import { lockStationsOf } from './lockStationsOf.ts';

/** The serial numbers in this list whose chargers are registered or retired. */
export async function registeredAmong(
  work: UnitOfWork,
  serials: readonly string[],
): Promise<string[]> {
  const known = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', '=', sql<string>`any(${[...serials]}::text[])`)
    .where((of) => of.or([of('registered_at', 'is not', null), of('retired_at', 'is not', null)]))
    .orderBy('serial')
    .execute();
  return known.map(({ serial }) => serial);
}

/**
 * Adds chargers to the stock. Chargers that cabinets already reported are released, because they were quarantined only
 * as unknown chargers.
 *
 * @returns the serial numbers of the released chargers; null if one of the chargers is registered or retired. If null,
 * the caller must roll back the transaction.
 */
export async function registerChargers(
  work: UnitOfWork,
  serials: readonly string[],
  { batch, model }: { batch: string | null; model: string | null },
): Promise<string[] | null> {
  await lockStationsOf(work, serials);
  const { rows } = await sql<{ serial: string; state: string }>`
    insert into chargers (serial, state, changed_at, registered_at, batch, model)
    select serial, 'registered', ${work.now}::timestamptz, ${work.now}::timestamptz, ${batch}, ${model}
    from unnest(${[...serials]}::text[]) as new (serial)
    on conflict (serial) do update set registered_at = excluded.registered_at,
      batch = excluded.batch, model = excluded.model
      where chargers.registered_at is null and chargers.retired_at is null
    returning serial, state`.execute(work.trx);
  if (rows.length < serials.length) return null;
  const unknown = rows.flatMap(({ serial, state }) => (state === 'quarantined' ? [serial] : []));
  for (const serial of unknown) await releaseCharger(work, serial);
  return unknown;
}

/** Adds a charger to the stock, after the team has put the charger into a slot. */
export async function registerInSlot(work: UnitOfWork, serial: string): Promise<void> {
  const inStock = { state: 'docked' as const, changed_at: work.now, registered_at: work.now };
  await work.trx
    .insertInto('chargers')
    .values({ serial, ...inStock })
    .onConflict((conflict) => conflict.column('serial').doUpdateSet(inStock))
    .execute();
}

import type { Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

export type ChargerState = Selectable<Database['chargers']>['state'];

/** The state of a charger. It is null for an unknown serial number. */
export function chargerState(work: UnitOfWork, serial: string): Promise<ChargerState | null> {
  return findChargerState(work.trx, serial);
}

export async function findChargerState(db: Db, serial: string): Promise<ChargerState | null> {
  const known = await db
    .selectFrom('chargers')
    .select('state')
    .where('serial', '=', serial)
    .executeTakeFirst();
  return known?.state ?? null;
}

/** Whether a charger has left the stock for ever. */
export async function isRetired(work: UnitOfWork, serial: string): Promise<boolean> {
  const retired = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', '=', serial)
    .where('retired_at', 'is not', null)
    .executeTakeFirst();
  return retired !== undefined;
}

/** Whether a charger is missing, and its stored state has not changed after `at`. */
export async function isMissingSince(work: UnitOfWork, serial: string, at: Date): Promise<boolean> {
  const missing = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', '=', serial)
    .where('state', '=', 'missing')
    .where('changed_at', '<=', at)
    .executeTakeFirst();
  return missing !== undefined;
}

/** The serial numbers in this list whose chargers are lost. */
export async function lostChargers(
  work: UnitOfWork,
  serials: readonly string[],
): Promise<string[]> {
  if (serials.length === 0) return [];
  const lost = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', 'in', [...serials])
    .where('state', '=', 'lost')
    .execute();
  return lost.map(({ serial }) => serial);
}

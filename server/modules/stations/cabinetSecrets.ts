import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/**
 * The hashes of the secrets with which the cabinets of these stations may connect now: the current secret and the
 * former secrets that are still valid. The result omits stations without a secret.
 */
export async function findSecretHashes(
  db: Db,
  stationIds: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const ids = [...stationIds];
  const present = await db
    .selectFrom('stations')
    .select(['id', 'secret_hash as hash'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('secret_hash', '<>', '')
    .execute();
  const former = await db
    .selectFrom('former_secrets')
    .select(['station_id as id', 'hash'])
    .where(sql<boolean>`station_id = any(${ids}::text[])`)
    .where('valid_until', '>', now)
    .execute();
  const found = new Map<string, string[]>();
  for (const { id, hash } of [...present, ...former]) {
    found.set(id, [...(found.get(id) ?? []), hash]);
  }
  return found;
}

/**
 * Replaces the secret of a cabinet. The caller must have locked the station.
 *
 * @param hash the hash of the new secret; null removes all secrets.
 * @param formerUntil the time until which the former secret stays valid; null ends all former secrets.
 */
export async function replaceSecret(
  work: UnitOfWork,
  stationId: string,
  hash: string | null,
  formerUntil: Date | null,
): Promise<void> {
  const { trx, now } = work;
  await trx
    .deleteFrom('former_secrets')
    .where('station_id', '=', stationId)
    .$if(formerUntil !== null, (query) => query.where('valid_until', '<=', now))
    .execute();
  if (formerUntil !== null) {
    await trx
      .insertInto('former_secrets')
      .columns(['station_id', 'hash', 'valid_until'])
      .expression((of) =>
        of
          .selectFrom('stations')
          .select(['id', 'secret_hash'])
          .select(sql<Date>`${formerUntil}::timestamptz`.as('until'))
          .where('id', '=', stationId)
          .where('secret_hash', '<>', ''),
      )
      .execute();
  }
  await trx
    .updateTable('stations')
    .set({ secret_hash: hash ?? '' })
    .where('id', '=', stationId)
    .execute();
  work.secretChanged(stationId);
}

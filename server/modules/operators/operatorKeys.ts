import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AddKey, OperatorRole } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';

/** Every key begins with this prefix, so that people and secret scanners recognise a leaked key. */
const keyPrefix = 'ops_';
/** The length of the random part in bytes. */
const keyBytes = 32;
const dayMs = 24 * 60 * 60_000;

export interface FoundKey {
  keyId: string;
  name: string;
  roles: readonly OperatorRole[];
  usedOn: string | null;
  scopes: readonly string[] | null;
  regions: string[];
  venues: string[];
}

/**
 * The operator of a key. Null if there is no such key, if the key is revoked or expired, or if the
 * operator is blocked.
 */
export async function findKey(db: Db, text: string, now: Date): Promise<FoundKey | null> {
  if (!text.startsWith(keyPrefix)) return null;
  const found = await db
    .selectFrom('operator_keys as key')
    .innerJoin('operators as operator', 'operator.id', 'key.operator_id')
    .select(['key.id as keyId', 'operator.name', 'operator.roles', 'key.scopes'])
    .select(['operator.regions', 'operator.venues'])
    .select(sql<string | null>`key.used_on::text`.as('usedOn'))
    .where('key.hash', '=', hashOf(text))
    .where('key.revoked_at', 'is', null)
    .where((where) =>
      where.or([where('key.expires_at', 'is', null), where('key.expires_at', '>', now)]),
    )
    .where('operator.blocked_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores the day of the last use. Writes at most once a day for each key. */
export async function noteUse(db: Db, { keyId, usedOn }: FoundKey, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  if (usedOn === today) return;
  await db.updateTable('operator_keys').set({ used_on: today }).where('id', '=', keyId).execute();
}

/** Creates a key of 256 random bits, and stores only its hash. */
export async function addKey(
  { trx, now }: UnitOfWork,
  operatorId: string,
  { label, scopes, expiresInDays }: Pick<AddKey, 'label' | 'scopes' | 'expiresInDays'>,
): Promise<{ id: string; key: string }> {
  const id = randomUUID();
  const key = keyPrefix + randomBytes(keyBytes).toString('base64url');
  await trx
    .insertInto('operator_keys')
    .values({
      id,
      operator_id: operatorId,
      hash: hashOf(key),
      label,
      created_at: now,
      scopes: scopes ?? null,
      expires_at: expiresInDays === undefined ? null : addMs(now, expiresInDays * dayMs),
    })
    .execute();
  return { id, key };
}

/** A fast hash is enough, because nobody can guess 256 random bits. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

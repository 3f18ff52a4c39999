import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { makeReferenceNumber } from '../../ids/referenceNumber.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

export type ClaimRow = Selectable<Database['rental_claims']>;

type NewClaimRow = Pick<
  ClaimRow,
  | 'rental_id'
  | 'user_id'
  | 'kind'
  | 'station_id'
  | 'charger'
  | 'lat'
  | 'lng'
  | 'claimed_at'
  | 'checked_until'
>;

/** Stores an open claim. */
export function insertClaim(work: UnitOfWork, claim: NewClaimRow): Promise<ClaimRow> {
  return work.trx
    .insertInto('rental_claims')
    .values({
      id: randomUUID(),
      number: makeReferenceNumber('C'),
      state: 'checking',
      created_at: work.now,
      ended_at: null,
      ...claim,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The open claim about a rental; null if there is none. The caller must have locked the rental. */
export async function openClaimOf(work: UnitOfWork, rentalId: string): Promise<ClaimRow | null> {
  const open = await work.trx
    .selectFrom('rental_claims')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return open ?? null;
}

/** Counts a rider's open claims, and the refused claims about one rental. */
export async function countClaims(
  work: UnitOfWork,
  userId: string,
  rentalId: string,
): Promise<{ open: number; refused: number }> {
  const claims = await work.trx
    .selectFrom('rental_claims')
    .select(['state', 'rental_id'])
    .where('user_id', '=', userId)
    .where((or) => or.or([or('ended_at', 'is', null), or('rental_id', '=', rentalId)]))
    .execute();
  return {
    open: claims.filter(({ state }) => state === 'checking' || state === 'support').length,
    refused: claims.filter(({ state, rental_id }) => state === 'refused' && rental_id === rentalId)
      .length,
  };
}

/**
 * Stores a station or a charger in an open claim, because the rider reported this detail only
 * later.
 */
export async function addToClaim(
  work: UnitOfWork,
  claimId: string,
  found: Partial<Pick<ClaimRow, 'station_id' | 'charger'>>,
): Promise<void> {
  if (Object.keys(found).length === 0) return;
  await work.trx.updateTable('rental_claims').set(found).where('id', '=', claimId).execute();
}

/** Hands an open claim to support, or ends it. */
export async function setClaimState(
  work: UnitOfWork,
  claimId: string,
  state: Exclude<ClaimRow['state'], 'checking'>,
): Promise<void> {
  await work.trx
    .updateTable('rental_claims')
    .set({ state, ended_at: state === 'support' ? null : work.now })
    .where('id', '=', claimId)
    .execute();
}

/** A query that other queries join: the claims of orders, without positions. */
export function claimsForOrders(db: Db) {
  return db
    .selectFrom('rental_claims')
    .select(['id', 'number', 'rental_id', 'kind', 'state'])
    .select(['claimed_at', 'created_at', 'checked_until', 'ended_at']);
}

/** The newest claim of a rider about a rental; null if there is none. */
export async function lastClaim(
  db: Db | Trx,
  userId: string,
  rentalId: string,
): Promise<ClaimRow | null> {
  const last = await db
    .selectFrom('rental_claims')
    .selectAll()
    .where('user_id', '=', userId)
    .where('rental_id', '=', rentalId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/** Stores the photo of a claim. A second photo replaces the first. */
export async function storeClaimPhoto(
  trx: Trx,
  claimId: string,
  photo: Pick<Database['claim_photos'], 'webp' | 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('claim_photos')
    .values({ claim_id: claimId, ...photo })
    .onConflict((conflict) => conflict.column('claim_id').doUpdateSet(photo))
    .execute();
}

/** Deletes the photos and positions of a rider's claims. */
export async function forgetClaims(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('claim_photos')
    .where('claim_id', 'in', (of) =>
      of.selectFrom('rental_claims').select('id').where('user_id', '=', userId),
    )
    .execute();
  await trx
    .updateTable('rental_claims')
    .set({ lat: null, lng: null })
    .where('user_id', '=', userId)
    .execute();
}

export const claimsKeptMs = 540 * 24 * 60 * 60_000;

/** Deletes the photos and positions of claims that ended before this time. */
export async function dropOldClaims(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('claim_photos')
    .where('claim_id', 'in', (of) =>
      of.selectFrom('rental_claims').select('id').where('ended_at', '<', before),
    )
    .execute();
  await db
    .updateTable('rental_claims')
    .set({ lat: null, lng: null })
    .where('ended_at', '<', before)
    .where('lat', 'is not', null)
    .execute();
}

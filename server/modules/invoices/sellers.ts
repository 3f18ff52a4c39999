import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/** A version of the seller on invoices: the name, the address, the tax number, the rate and the time zone. */
export type Seller = Selectable<Database['sellers']>;

/** The version of the seller that is in force at this time; null if there is none. */
export async function sellerAt(db: Db | Trx, at: Date): Promise<Seller | null> {
  const row = await db
    .selectFrom('sellers')
    .selectAll()
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The latest 200 versions of the seller, the latest first. */
export function listSellers(db: Db | Trx): Promise<Seller[]> {
  return db
    .selectFrom('sellers')
    .selectAll()
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** Adds a version of the seller. Earlier invoices keep their version. */
export function addSeller(
  work: UnitOfWork,
  seller: Omit<Seller, 'id' | 'created_at'>,
): Promise<Seller> {
  return work.trx
    .insertInto('sellers')
    .values({ ...seller, created_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The version of the seller with this id; null if there is none. */
export async function findSeller(db: Db | Trx, id: number): Promise<Seller | null> {
  const row = await db.selectFrom('sellers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

import { sql, type Insertable } from 'kysely';
import { lockNumbers } from '../../../db/advisoryLocks.ts';
import type { Db, Trx } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { keyedHashes } from '../keyedHash.ts';

type Secret = Pick<Settings, 'codeSecret'>;
/**
 * An account, a phone, a browser or a card, which an operator can block. Phones and cards are stored as keyed hashes,
 * which stay after the deletion of the account.
 */
export type Identifier = Pick<Database['rider_blocks'], 'kind' | 'mark'>;

/** The data about a caller by which the server looks for blocks. */
export interface Caller {
  account?: string;
  phone?: string | null;
  /** The hash of the token in a guest's browser. */
  device?: string | null;
  /** The fingerprints of cards. An empty string means that the fingerprint is unknown. */
  cards?: readonly string[];
}

/**
 * All identifiers of a caller. While a previous key of hashes is configured, each phone and card has a second
 * identifier with that key.
 */
export async function identifiersOf(
  db: Db | Trx,
  settings: Secret,
  { account, phone, device, cards = [] }: Caller,
): Promise<Identifier[]> {
  const hashed = async (kind: 'phone' | 'card', text: string) =>
    (await keyedHashes(db, settings, `block:${kind} ${text}`)).map((hash): Identifier => ({
      kind,
      mark: hash,
    }));
  const identifiers: Identifier[] = [];
  if (account !== undefined) identifiers.push({ kind: 'account', mark: account });
  if (phone) identifiers.push(...(await hashed('phone', phone)));
  if (device) identifiers.push({ kind: 'device', mark: device });
  for (const card of cards) if (card !== '') identifiers.push(...(await hashed('card', card)));
  return identifiers;
}

/**
 * Refuses a call if an operator has blocked one of the identifiers. The function locks the identifiers until the
 * transaction ends. An operator's block waits for this lock. So when the operator gets the answer, all earlier calls
 * with these identifiers have ended, and later calls are refused.
 *
 * @throws {ProblemError} accountBlocked.
 */
export async function refuseBlockedIdentifiers(
  trx: Trx,
  identifiers: readonly Identifier[],
): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(locked, ${lockNumbers.callerIdentifier}))
    from unnest(${locksOf(identifiers)}::text[]) as locked`.execute(trx);
  if ((await blocksOf(trx, identifiers)).length > 0) throw new ProblemError('accountBlocked');
}

/** The blocks of these identifiers. */
export function blocksOf(db: Db | Trx, identifiers: readonly Identifier[]) {
  return db
    .selectFrom('rider_blocks')
    .selectAll()
    .where((of) =>
      of.or([
        ...identifiers.map(({ kind, mark }) =>
          of.and([of('kind', '=', kind), of('mark', '=', mark)]),
        ),
        of.lit(false),
      ]),
    )
    .orderBy('kind')
    .execute();
}

/**
 * The blocked identifiers that are stored with the number of this rider, or with the number of a guest
 * whose data moved to the rider's account. The rider may no longer have these identifiers, for example
 * because the account was deleted or a guest signed in.
 */
export function identifiersBlockedThrough(
  db: Db | Trx,
  { id, number }: { id: string; number: string },
): Promise<Identifier[]> {
  const guests = db.selectFrom('users').select('number').where('merged_into', '=', id);
  return db
    .selectFrom('rider_blocks')
    .select(['kind', 'mark'])
    .where((of) => of.or([of('rider', '=', number), of('rider', 'in', guests)]))
    .execute();
}

/**
 * Blocks these identifiers. If an identifier is already blocked, its block does not change. But a block without
 * a rider's number gets the number.
 *
 * @param rider the number of the rider who has the identifiers.
 */
export async function blockIdentifiers(
  work: UnitOfWork,
  identifiers: readonly Identifier[],
  by: string,
  rider: string | null,
): Promise<void> {
  await lockIdentifiers(work.trx, identifiers);
  const made = { blocked_at: work.now, blocked_by: by, rider };
  await insertBlocks(
    work.trx,
    identifiers.map((identifier) => ({ ...identifier, ...made })),
  );
}

export async function unblockIdentifiers(
  work: UnitOfWork,
  identifiers: readonly Identifier[],
): Promise<void> {
  await lockIdentifiers(work.trx, identifiers);
  for (const { kind, mark } of identifiers) {
    await work.trx
      .deleteFrom('rider_blocks')
      .where('kind', '=', kind)
      .where('mark', '=', mark)
      .execute();
  }
}

/** Moves the block of a guest's account to the account that gets the guest's data. */
export async function moveBlock(trx: Trx, guestId: string, userId: string): Promise<void> {
  const moved = await trx
    .deleteFrom('rider_blocks')
    .where('kind', '=', 'account')
    .where('mark', '=', guestId)
    .returningAll()
    .execute();
  await insertBlocks(
    trx,
    moved.map((block) => ({ ...block, mark: userId })),
  );
}

/**
 * Blocks the phone of a blocked account that this transaction deletes. Otherwise the rider could register again without
 * a block. The function locks no identifiers, because that could deadlock: the caller has already locked the codes of
 * the rider, but a request for a code locks the identifiers first.
 */
export async function keepBlock(
  trx: Trx,
  settings: Secret,
  { id, number, phone }: { id: string; number: string; phone: string | null },
): Promise<void> {
  const [block] = await blocksOf(trx, [{ kind: 'account', mark: id }]);
  if (!block) return;
  const identifiers = await identifiersOf(trx, settings, { phone });
  await insertBlocks(
    trx,
    identifiers.map((identifier) => ({ ...block, ...identifier, rider: number })),
  );
}

async function insertBlocks(
  trx: Trx,
  blocks: readonly Insertable<Database['rider_blocks']>[],
): Promise<void> {
  if (blocks.length === 0) return;
  // PostgreSQL refuses an upsert that contains the same row twice.
  const distinct = new Map(blocks.map((block) => [`${block.kind}:${block.mark}`, block]));
  await trx
    .insertInto('rider_blocks')
    .values([...distinct.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'mark'])
        .doUpdateSet((of) => ({ rider: of.ref('excluded.rider') }))
        .where('rider_blocks.rider', 'is', null),
    )
    .execute();
}

async function lockIdentifiers(trx: Trx, identifiers: readonly Identifier[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(locked, ${lockNumbers.callerIdentifier}))
    from unnest(${locksOf(identifiers)}::text[]) as locked`.execute(trx);
}

/** The sorted order prevents deadlocks between transactions. */
function locksOf(identifiers: readonly Identifier[]): string[] {
  return identifiers.map(({ kind, mark }) => `${kind}:${mark}`).toSorted();
}

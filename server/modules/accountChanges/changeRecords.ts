import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { RiderData } from '../../../contract/profile.ts';
import { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

export type ChangeRow = Selectable<Database['account_changes']>;

const StoredTime = z.iso.datetime().pipe(z.coerce.date());

/** How a rider could sign in and receive messages before a change. */
export const BeforeChange = z.object({
  phone: z.string().nullable(),
  phoneChangedAt: StoredTime.nullable(),
  email: z.string().nullable(),
  emailConfirmedAt: StoredTime.nullable(),
  identities: z.array(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      provider: SocialProvider,
      label: z.string().nullable(),
      linkedAt: StoredTime,
    }),
  ),
});
export type BeforeChange = z.output<typeof BeforeChange>;

export function findChange(db: Db | Trx, id: string): Promise<ChangeRow | undefined> {
  return db.selectFrom('account_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A rider's changes that the server still stores, for the file with all data about the rider. */
export async function changeData(db: Db, userId: string): Promise<RiderData['accountChanges']> {
  const rows = await db
    .selectFrom('account_changes')
    .select(['kind', 'provider', 'device', 'created_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute();
  return rows.map(({ kind, provider, device, created_at, undone_at }) => ({
    kind,
    provider,
    device,
    at: created_at.toISOString(),
    undoneAt: undone_at?.toISOString() ?? null,
  }));
}

/** Deletes the changes of a user, together with their undo links and the stored earlier contacts. */
export async function forgetChanges(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('account_changes').where('user_id', '=', userId).execute();
}

/** Deletes the changes that are too old to be undone. */
export async function dropOldChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_changes').where('expires_at', '<', now).execute();
}

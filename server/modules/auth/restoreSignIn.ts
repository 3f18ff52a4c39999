import type { Trx } from '../../db/database.ts';
import { deleteIdentities, insertIdentity, type IdentityRow } from './linkedIdentities.ts';

/** How a rider could sign in and receive messages at an earlier time. */
export interface EarlierSignIn {
  phone: string | null;
  phoneChangedAt: Date | null;
  email: string | null;
  emailConfirmedAt: Date | null;
  identities: readonly {
    issuer: string;
    subject: string;
    provider: IdentityRow['provider'];
    label: string | null;
    linkedAt: Date;
  }[];
}

/** What support should know about a restored account. It contains no personal data. */
export interface Restored {
  /**
   * The numbers of the riders who lost a phone or a social account, because it belongs to the restored account again.
   */
  takenFrom: string[];
  /**
   * The numbers of the riders who keep a phone or a social account that the restored account had before. Support
   * decides whether these riders must give it back.
   */
  leftWith: string[];
}

/**
 * Restores the contacts and social accounts that a rider had before a change, and locks the account. The
 * caller holds the lock of the user's row.
 *
 * Another account may have the old phone or social account now. If this other account was registered after the change
 * (`since`), it loses the phone or social account: owners of stolen accounts often first try to sign in, which
 * registers a new account by mistake. An account that was registered before the change keeps the phone or social
 * account.
 */
export async function restoreSignIn(
  trx: Trx,
  userId: string,
  earlier: EarlierSignIn,
  { since, now }: { since: Date; now: Date },
): Promise<Restored> {
  const restored: Restored = { takenFrom: [], leftWith: [] };
  const isFreed = await freePhone(trx, userId, earlier.phone, since, restored);
  await trx
    .updateTable('users')
    .set({
      phone: isFreed ? earlier.phone : null,
      phone_changed_at: earlier.phoneChangedAt,
      email: earlier.email,
      email_confirmed_at: earlier.emailConfirmedAt,
      locked_at: now,
    })
    .where('id', '=', userId)
    .execute();
  await deleteIdentities(trx, userId);
  for (const { linkedAt: linked_at, ...identity } of earlier.identities) {
    await freeIdentity(trx, identity, since, restored);
    await insertIdentity(trx, { ...identity, user_id: userId, linked_at });
  }
  return restored;
}

/**
 * Takes the phone from an account that was registered after the change. Returns false if another rider keeps the phone.
 */
async function freePhone(
  trx: Trx,
  userId: string,
  phone: string | null,
  since: Date,
  restored: Restored,
): Promise<boolean> {
  const holder = await trx
    .selectFrom('users')
    .select(['id', 'number', 'created_at'])
    .where('phone', '=', phone)
    .where('id', '<>', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!holder) return true;
  if (holder.created_at < since) {
    restored.leftWith.push(holder.number);
    return false;
  }
  await trx.updateTable('users').set({ phone: null }).where('id', '=', holder.id).execute();
  restored.takenFrom.push(holder.number);
  return true;
}

async function freeIdentity(
  trx: Trx,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
  since: Date,
  restored: Restored,
): Promise<void> {
  const holder = await trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.number', 'users.created_at', 'identities.provider'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!holder) return;
  if (holder.created_at < since) {
    restored.leftWith.push(holder.number);
    return;
  }
  await deleteIdentities(trx, holder.id, holder.provider);
  restored.takenFrom.push(holder.number);
}

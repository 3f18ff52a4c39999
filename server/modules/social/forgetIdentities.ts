import type { Trx } from '../../db/database.ts';
import { deleteIdentities } from '../auth/linkedIdentities.ts';

/** Locks the sign-in attempts of a user, because the user may be completing one of them. */
export async function lockAttemptsOf(trx: Trx, userId: string): Promise<void> {
  await trx
    .selectFrom('social_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deletes the social accounts of a user, and the attempts to sign in with a social account. */
export async function forgetIdentities(trx: Trx, userId: string): Promise<void> {
  await deleteIdentities(trx, userId);
  await trx.deleteFrom('social_attempts').where('user_id', '=', userId).execute();
}

import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** A rider's devices, for the file with all data about the rider. */
export async function deviceData(db: Db, userId: string): Promise<RiderData['devices']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['device', 'state', 'created_at', 'last_seen_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ device, state, created_at, last_seen_at, ended_at }) => ({
    device,
    state,
    createdAt: created_at.toISOString(),
    lastSeenAt: last_seen_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }));
}

/**
 * Returns the time and the purpose of each stored code that was sent to the rider's phone for a sign-in, or that the
 * rider requested while signed in. `phone` is the rider's own phone.
 */
export function codesSentTo(
  db: Db,
  userId: string,
  phone: string | null,
): Promise<{ purpose: 'signIn' | 'changePhone' | 'stepUp'; created_at: Date }[]> {
  return db
    .selectFrom('one_time_codes')
    .select(['purpose', 'created_at'])
    .where((or) =>
      or.or([
        // In SQL, a comparison with null is never true, so this finds no sign-in codes for a rider without a phone.
        or.and([or('phone', '=', phone), or('purpose', '=', 'signIn')]),
        or('user_id', '=', userId),
      ]),
    )
    .orderBy('created_at')
    .execute();
}

/** The versions of the terms that a rider accepted. */
export async function termsData(
  db: Db,
  userId: string,
): Promise<NonNullable<RiderData['termsAcceptances']>> {
  const rows = await db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at')
    .execute();
  return rows.map(({ version, accepted_at }) => ({
    version,
    acceptedAt: accepted_at.toISOString(),
  }));
}

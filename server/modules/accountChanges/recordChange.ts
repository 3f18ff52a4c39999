import { randomUUID } from 'node:crypto';
import { countCall } from '../../http/limits/rateLimit.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { identitiesOf } from '../auth/linkedIdentities.ts';
import { deviceNameOf, endSessionsOf } from '../auth/session.ts';
import { findUser } from '../auth/users.ts';
import { messagesAbout } from './sendMessage.ts';

/** The number of changes is limited, because each change sends messages, including text messages. */
const perRider = { name: 'accountChange:rider', limit: 20, windowSeconds: 24 * 60 * 60 };

/** The time in which the owner can undo a change. */
export const undoMs = 7 * 24 * 60 * 60_000;

type Change =
  | { kind: 'phone' | 'email'; provider?: never }
  | { kind: 'linked' | 'unlinked'; provider: SocialProvider };

/**
 * Records how the rider signs in before a change, and sends a message with an undo link to the current phone and to the
 * current confirmed e-mail address. The function also ends the rider's other sessions. The caller locks the user before
 * this call, and makes the change after it.
 *
 * @throws {ProblemError} tooManyRequests
 */
export async function recordChange(
  work: UnitOfWork,
  { userId, idHash }: RequestSession,
  { kind, provider }: Change,
): Promise<void> {
  const { trx, now } = work;
  await countCall(trx, perRider, userId, now);
  const user = await findUser(trx, userId);
  const identities = await identitiesOf(trx, userId);
  const id = randomUUID();
  await trx
    .insertInto('account_changes')
    .values({
      id,
      user_id: userId,
      kind,
      provider: provider ?? null,
      before: JSON.stringify({
        phone: user.phone,
        phoneChangedAt: user.phone_changed_at,
        email: user.email,
        emailConfirmedAt: user.email_confirmed_at,
        identities: identities.map(({ issuer, subject, provider, label, linked_at }) => ({
          issuer,
          subject,
          provider,
          label,
          linkedAt: linked_at,
        })),
      }),
      language: user.language,
      device: await deviceNameOf(trx, idHash),
      created_at: now,
      expires_at: addMs(now, undoMs),
      undone_at: null,
    })
    .execute();
  for (const message of messagesAbout(id, user)) await work.enqueue(message);
  work.sessionsEnded(await endSessionsOf(trx, userId, now, idHash));
}

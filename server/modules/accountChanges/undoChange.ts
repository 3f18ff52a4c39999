import type { AccountChange } from '../../../contract/accountChanges.ts';
import type { Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { identitiesOf } from '../auth/linkedIdentities.ts';
import { maskPhone } from '../auth/maskedContacts.ts';
import { restoreSignIn } from '../auth/restoreSignIn.ts';
import { forgetKnownDevices } from '../auth/knownDevices.ts';
import { endSessionsOf } from '../auth/session.ts';
import { findUser, lockUser } from '../auth/users.ts';
import { openCase } from '../support/cases.ts';
import { BeforeChange, findChange, type ChangeRow } from './changeRecords.ts';
import { changeOfToken } from './undoLinks.ts';

/**
 * Reads the change of an undo link, even if the change is already undone or too old.
 *
 * @throws {ProblemError} `notFound` for an unknown token.
 */
export async function readChange(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  token: string,
): Promise<AccountChange> {
  return present(db, await changeBy(db, token), clock.now());
}

/**
 * Undoes a change and all later changes. The function ends all sessions, forgets the known devices, restores the phone,
 * the e-mail address and the social accounts, locks the account, and opens a case. If the change is already undone or
 * too old, the call has no effect, and the answer shows the state of the change. A running rental continues.
 *
 * @throws {ProblemError} `notFound` for an unknown token.
 */
export function undoChange(deps: Dependencies, token: string): Promise<AccountChange> {
  return transact(deps, async (work) => {
    const { trx, now } = work;
    const { user_id: userId } = await changeBy(trx, token);
    await lockUser(trx, userId);
    // While this call waited for the lock, another link may have undone the change, or the account may have been
    // deleted.
    const change = await changeBy(trx, token);
    if (stateOf(change, now) === 'open') await undo(work, change);
    return present(trx, await changeBy(trx, token), now);
  });
}

async function changeBy(db: Trx | Dependencies['db'], token: string): Promise<ChangeRow> {
  const id = await changeOfToken(db, token);
  const change = id === undefined ? undefined : await findChange(db, id);
  if (!change) throw new ProblemError('notFound');
  return change;
}

async function undo(work: UnitOfWork, change: ChangeRow): Promise<void> {
  const { trx, now } = work;
  const { user_id: userId } = change;
  const undone = await trx
    .updateTable('account_changes')
    .set({ undone_at: now })
    .where('user_id', '=', userId)
    .where('number', '>=', change.number)
    .where('undone_at', 'is', null)
    .returning(['kind', 'provider', 'created_at'])
    .execute();
  work.sessionsEnded(await endSessionsOf(trx, userId, now));
  // The thief's browser may be a known device, which has its own allowance of codes.
  await forgetKnownDevices(trx, userId);
  const before = BeforeChange.parse(change.before);
  const restored = await restoreSignIn(trx, userId, before, { since: change.created_at, now });
  const { number: rider } = await findUser(trx, userId);
  await openCase(work, {
    kind: 'accountTakeover',
    key: change.id,
    userId,
    details: {
      rider,
      changes: undone.map(({ kind, provider, created_at }) => ({ kind, provider, at: created_at })),
      ...restored,
    },
  });
}

function stateOf(change: ChangeRow, now: Date): AccountChange['state'] {
  if (change.undone_at !== null) return 'undone';
  return change.expires_at <= now ? 'expired' : 'open';
}

async function present(
  db: Trx | Dependencies['db'],
  change: ChangeRow,
  now: Date,
): Promise<AccountChange> {
  const state = stateOf(change, now);
  return {
    kind: change.kind,
    provider: change.provider,
    at: change.created_at.toISOString(),
    device: change.device,
    state,
    signInBy: state === 'undone' ? await signInBy(db, change.user_id) : null,
  };
}

async function signInBy(
  db: Trx | Dependencies['db'],
  userId: string,
): Promise<AccountChange['signInBy']> {
  const { phone } = await findUser(db, userId);
  const identities = await identitiesOf(db, userId);
  return {
    phone: phone && maskPhone(phone),
    identities: identities.map(({ provider }) => provider),
  };
}

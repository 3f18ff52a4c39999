import { sql } from 'kysely';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { actsOn } from '../audit/operatorActions.ts';
import { OpsError } from './opsError.ts';

/** The time for which an operator who got access from another operator cannot take part in approvals. */
const waitMs = 24 * 60 * 60_000;
/** With each of these acts, an administrator could get a key or session of another operator. */
const givingAccess = [
  'operator.add',
  'operator.invite',
  'operator.account',
  'operator.addKey',
  'operator.roles',
  'operator.firstLink',
  'operator.unblock',
  'operator.resetFactor',
];

/**
 * Refuses an operator who got access from another operator within the last 24 hours. Callers check
 * the operator who requests an approval, and the operator who approves. Otherwise one administrator
 * could add a second operator, send a request, and approve this request in the name of the second
 * operator. A change of access with the key of the server does not count, unless the caller states
 * the name of an existing operator.
 *
 * @throws {OpsError} accessTooNew.
 */
export async function refuseNewAccess({ trx, now }: UnitOfWork, who: string): Promise<void> {
  const acts = await actsOn(trx, who, givingAccess, addMs(now, -waitMs));
  const givers = new Set(acts.map((act) => act.who.toLowerCase()));
  givers.delete(who.toLowerCase());
  if (givers.size === 0) return;
  const operators = await trx
    .selectFrom('operators')
    .select(sql<string>`lower(name)`.as('name'))
    .where(sql`lower(name)`, 'in', [...givers])
    .execute();
  const names = new Set(operators.map(({ name }) => name));
  const last = acts.find((act) => names.has(act.who.toLowerCase()));
  if (!last) return;
  const from = addMs(last.at, waitMs).toISOString();
  throw new OpsError(
    'accessTooNew',
    `${last.who} changed the access of ${who} at ${last.at.toISOString()}. ${who} can take part in approvals from ${from} on.`,
  );
}

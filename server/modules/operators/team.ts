import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { lockText } from '../../db/advisoryLocks.ts';
import type {
  Account,
  AddKey,
  KeyAdded,
  OperatorChanged,
  OperatorList,
  OperatorRole,
  OperatorShown,
  Reach,
} from '../../../contract/operators/team.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { keyedHashes } from '../auth/keyedHash.ts';
import { actOnce } from './actOnce.ts';
import { operatorsWithFactor, removeFactor } from './factor/factors.ts';
import type { Act } from './guard.ts';
import { addKey } from './operatorKeys.ts';
import { OpsError } from './opsError.ts';
import { endSession, endSessionsOf } from './signIn/sessions.ts';
import { lockRegion } from '../venues/regions.ts';
import { lockVenue } from '../venues/venues.ts';

/** All operators, in the order of their names. */
export async function listOperators(db: Db): Promise<OperatorList> {
  return { operators: await readOperators(db, null) };
}

/** @throws {OpsError} nameTaken, keyReused. */
export function addOperator(
  work: UnitOfWork,
  { name, roles }: { name: string; roles: OperatorRole[] },
  act: Act,
): Promise<OperatorChanged> {
  return once(work, 'operator.add', name, { roles }, act, async () => {
    const added = await work.trx
      .insertInto('operators')
      .values({ id: randomUUID(), name, roles, created_at: work.now })
      .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new OpsError('nameTaken', `There is already an operator ${name}.`);
  });
}

interface SignInSettings {
  /** The issuer of the configured provider; null if there is none. */
  issuer: string | null;
  settings: Pick<Settings, 'codeSecret'>;
}

/**
 * Adds an operator who signs in at the provider.
 *
 * @throws {OpsError} nameTaken, accountTaken, providerUnavailable, keyReused.
 */
export async function inviteOperator(
  work: UnitOfWork,
  { name, roles, account }: { name: string; roles: OperatorRole[]; account: Account },
  { issuer, settings }: SignInSettings,
  act: Act,
): Promise<OperatorChanged> {
  const details = { roles, ...(await hiddenAccount(work, settings, account)) };
  return once(work, 'operator.invite', name, details, act, async () => {
    const columns = columnsOf(account, issuer);
    await refuseTaken(work, account, issuer, null);
    const added = await work.trx
      .insertInto('operators')
      .values({
        id: randomUUID(),
        name,
        roles,
        created_at: work.now,
        invited_at: work.now,
        ...columns,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new OpsError('nameTaken', `There is already an operator ${name}.`);
  });
}

/**
 * Replaces the account with which an operator signs in, and ends all sessions.
 *
 * @throws {OpsError} operatorNotFound, accountTaken, providerUnavailable, keyReused.
 */
export async function changeAccount(
  work: UnitOfWork,
  name: string,
  account: Account,
  { issuer, settings }: SignInSettings,
  act: Act,
): Promise<OperatorChanged> {
  const details = await hiddenAccount(work, settings, account);
  return once(work, 'operator.account', name, details, act, async () => {
    const { id } = await lockOperator(work, name);
    const columns = columnsOf(account, issuer);
    await refuseTaken(work, account, issuer, id);
    await work.trx.updateTable('operators').set(columns).where('id', '=', id).execute();
    await endSessionsOf(work, id);
  });
}

function columnsOf(account: Account, issuer: string | null) {
  if ('email' in account) return { email: account.email, issuer: null, subject: null };
  if (issuer === null) {
    throw new OpsError('providerUnavailable', 'No provider for operators is configured.');
  }
  return { email: null, issuer, subject: account.subject };
}

/**
 * The record is kept for ever, so it must not contain an e-mail address. The hash uses a secret key. Without a key, a
 * reader of the record could hash known addresses and compare the hashes.
 */
async function hiddenAccount(
  { trx }: UnitOfWork,
  settings: SignInSettings['settings'],
  account: Account,
) {
  const [hash] = await keyedHashes(trx, settings, `operator:account:${JSON.stringify(account)}`);
  return { account: 'email' in account ? 'email' : 'subject', accountHash: hash.slice(0, 12) };
}

/** @throws {OpsError} accountTaken. Parallel invitations of one account run one after the other. */
async function refuseTaken(
  { trx }: UnitOfWork,
  account: Account,
  issuer: string | null,
  own: string | null,
): Promise<void> {
  const text = JSON.stringify(account);
  await lockText(trx, 'operatorAccount', text);
  const other = await trx
    .selectFrom('operators')
    .select('name')
    .$if('email' in account, (query) =>
      query.where('email', '=', 'email' in account ? account.email : ''),
    )
    .$if('subject' in account, (query) =>
      query
        .where('issuer', '=', issuer)
        .where('subject', '=', 'subject' in account ? account.subject : ''),
    )
    .$if(own !== null, (query) => query.where('id', '!=', own))
    .executeTakeFirst();
  if (other) throw new OpsError('accountTaken', `${other.name} signs in with this account.`);
}

/** @throws {OpsError} operatorNotFound, keyReused. */
export function changeRoles(
  work: UnitOfWork,
  name: string,
  roles: OperatorRole[],
  act: Act,
): Promise<OperatorChanged> {
  return once(work, 'operator.roles', name, { roles }, act, async () => {
    const { id } = await lockOperator(work, name);
    await work.trx.updateTable('operators').set({ roles }).where('id', '=', id).execute();
  });
}

/**
 * Limits an operator to regions and venues. Without any region or venue, the call ends the limit.
 *
 * @throws {OpsError} operatorNotFound, regionNotFound, venueNotFound, keyReused.
 */
export function changeReach(
  work: UnitOfWork,
  name: string,
  { regions, venues }: Reach,
  act: Act,
): Promise<OperatorChanged> {
  return once(work, 'operator.reach', name, { regions, venues }, act, async () => {
    const { id } = await lockOperator(work, name);
    for (const region of regions) {
      if (await lockRegion(work.trx, region)) continue;
      throw new OpsError('regionNotFound', `There is no region ${region}.`);
    }
    for (const venue of venues) {
      if (await lockVenue(work.trx, venue)) continue;
      throw new OpsError('venueNotFound', `There is no venue ${venue}.`);
    }
    await work.trx.updateTable('operators').set({ regions, venues }).where('id', '=', id).execute();
  });
}

/**
 * Blocks an operator, or ends the block. A block ends all sessions of the operator. During the
 * block, the operator's keys do not work. @throws as `changeRoles` does.
 */
export function blockOperator(
  work: UnitOfWork,
  name: string,
  isBlocked: boolean,
  act: Act,
): Promise<OperatorChanged> {
  return once(work, isBlocked ? 'operator.block' : 'operator.unblock', name, {}, act, async () => {
    const { id } = await lockOperator(work, name);
    await work.trx
      .updateTable('operators')
      .set({ blocked_at: isBlocked ? work.now : null })
      .where('id', '=', id)
      .execute();
    if (isBlocked) await endSessionsOf(work, id);
  });
}

/** Ends one session of an operator. @throws {OpsError} operatorNotFound, sessionNotFound, keyReused. */
export function endOneSession(
  work: UnitOfWork,
  name: string,
  id: string,
  act: Act,
): Promise<OperatorChanged> {
  return once(work, 'operator.endSession', name, { session: id }, act, async () => {
    const operator = await lockOperator(work, name);
    if (await endSession(work, operator.id, id)) return;
    throw new OpsError('sessionNotFound', `${operator.name} has no such session.`);
  });
}

/**
 * Removes the second factor of another operator and ends all sessions of this operator, who sets up a new factor at the
 * next sign-in.
 *
 * @throws {OpsError} operatorNotFound, otherOperatorNeeded, keyReused.
 */
export function resetFactor(work: UnitOfWork, name: string, act: Act): Promise<OperatorChanged> {
  return once(work, 'operator.resetFactor', name, {}, act, async () => {
    const operator = await lockOperator(work, name);
    if (operator.name.toLowerCase() === act.who.toLowerCase()) {
      throw new OpsError('otherOperatorNeeded', 'Another administrator must reset your factor.');
    }
    await removeFactor(work, operator.id);
    await endSessionsOf(work, operator.id);
  });
}

/**
 * Makes a key for an operator. Only the first answer contains the text of the key.
 *
 * @param areas the areas of the API.
 * @throws {OpsError} scopeRefused, and as `changeRoles` does.
 */
export function addOperatorKey(
  work: UnitOfWork,
  name: string,
  { label, scopes, expiresInDays }: Omit<AddKey, 'why'>,
  areas: ReadonlySet<string>,
  act: Act,
): Promise<KeyAdded> {
  const details = {
    label,
    ...(scopes && { scopes }),
    ...(expiresInDays !== undefined && { expiresInDays }),
  };
  const asked = { action: 'operator.addKey', subject: name, details };
  return actOnce<{ id: string; key: string | null }>(work, asked, act, {
    async run() {
      refuseScopes(scopes ?? [], areas);
      const operator = await lockOperator(work, name);
      const added = await addKey(work, operator.id, details);
      return { answer: added, subject: operator.name, made: { id: added.id } };
    },
    // The server does not store the text of a key, so a repeated act cannot return it.
    again: async ({ details: made }) => ({ id: KeyMade.parse(made).id, key: null }),
  });
}

/** @throws {OpsError} scopeRefused. */
function refuseScopes(scopes: readonly string[], areas: ReadonlySet<string>): void {
  for (const scope of scopes) {
    const [area = ''] = scope.split(':');
    // With this scope, a key could make a key without scopes.
    if (scope === 'operators:write') {
      throw new OpsError('scopeRefused', 'No key with scopes may change operators or keys.');
    }
    if (areas.has(area)) continue;
    const known = [...areas].toSorted().join(', ');
    throw new OpsError('scopeRefused', `There is no area ${area}. The areas are ${known}.`);
  }
}

/** Revokes a key for ever. @throws {OpsError} operatorNotFound, keyNotFound, keyReused. */
export function revokeKey(
  work: UnitOfWork,
  name: string,
  id: string,
  act: Act,
): Promise<OperatorChanged> {
  return once(work, 'operator.revokeKey', name, { id }, act, async () => {
    const operator = await lockOperator(work, name);
    const { numUpdatedRows } = await work.trx
      .updateTable('operator_keys')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(work.now)) }))
      .where('id', '=', id)
      .where('operator_id', '=', operator.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new OpsError('keyNotFound', `${operator.name} has no such key.`);
  });
}

const KeyMade = z.object({ id: z.string() });

/** Runs a change once for each idempotency key, and records the operator before and after it. */
function once(
  work: UnitOfWork,
  action: string,
  name: string,
  details: object,
  act: Act,
  change: () => Promise<void>,
): Promise<OperatorChanged> {
  return actOnce(work, { action, subject: name, details }, act, {
    async run() {
      const [before] = await readOperators(work.trx, name);
      await change();
      const operator = await findOperator(work.trx, name);
      return {
        answer: { operator },
        subject: operator.name,
        ...(before && { before: shortOf(before) }),
        after: shortOf(operator),
      };
    },
    again: async () => ({ operator: await findOperator(work.trx, name) }),
  });
}

/** Leave out the keys, because the size of an entry in the record must not grow with the number of keys. */
const shortOf = ({ roles, blockedAt, reach }: OperatorShown) => ({
  roles,
  blockedAt,
  ...(reach.regions.length + reach.venues.length > 0 && { reach }),
});

export async function lockOperator({ trx }: UnitOfWork, name: string) {
  const row = await trx
    .selectFrom('operators')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new OpsError('operatorNotFound', `There is no operator ${name}.`);
  return row;
}

export async function findOperator(db: Trx, name: string): Promise<OperatorShown> {
  const [operator] = await readOperators(db, name);
  if (!operator) throw new OpsError('operatorNotFound', `There is no operator ${name}.`);
  return operator;
}

/** Whether the operator with this name is blocked. */
export async function isBlocked(db: Db | Trx, name: string): Promise<boolean> {
  const blocked = await db
    .selectFrom('operators')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  return blocked !== undefined;
}

/** The operator with this name, or all operators. */
async function readOperators(db: Db | Trx, name: string | null): Promise<OperatorShown[]> {
  const rows = await db
    .selectFrom('operators')
    .select(['id', 'name', 'roles', 'blocked_at', 'created_at', 'email', 'subject', 'invited_at'])
    .select(['regions', 'venues'])
    .$if(name !== null, (query) => query.where(sql`lower(name)`, '=', name?.toLowerCase()))
    .orderBy(sql`lower(name)`)
    .execute();
  if (rows.length === 0) return [];
  const keys = await db
    .selectFrom('operator_keys')
    .select(['id', 'operator_id', 'label', 'created_at', 'revoked_at', 'scopes', 'expires_at'])
    .select(sql<string | null>`used_on::text`.as('used_on'))
    .where(
      'operator_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const withFactor = await operatorsWithFactor(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ id, name, roles, blocked_at, created_at, email, subject, invited_at, ...reach }) => ({
      name,
      roles,
      reach,
      state: blocked_at ? 'blocked' : invited_at ? 'invited' : 'active',
      email,
      hasAccount: subject !== null,
      hasSecondFactor: withFactor.has(id),
      blockedAt: blocked_at?.toISOString() ?? null,
      createdAt: created_at.toISOString(),
      keys: keys
        .filter((key) => key.operator_id === id)
        .map((key) => ({
          id: key.id,
          label: key.label,
          createdAt: key.created_at.toISOString(),
          usedOn: key.used_on,
          revokedAt: key.revoked_at?.toISOString() ?? null,
          scopes: key.scopes,
          expiresAt: key.expires_at?.toISOString() ?? null,
        })),
    }),
  );
}

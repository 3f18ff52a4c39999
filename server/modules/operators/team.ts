import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type {
  KeyAdded,
  OperatorChanged,
  OperatorList,
  OperatorRole,
  OperatorShown,
} from '../../../contract/operators/team.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { actOnce } from './actOnce.ts';
import type { Act } from './guard.ts';
import { addKey } from './operatorKeys.ts';
import { OpsError } from './opsError.ts';

/** All operators by name. */
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

/** Blocks an operator, so that all keys stop working, or ends the block. @throws as `changeRoles` does. */
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
  });
}

/** Makes a key for an operator. Only the first answer has its text. @throws as `changeRoles` does. */
export function addOperatorKey(
  work: UnitOfWork,
  name: string,
  label: string,
  act: Act,
): Promise<KeyAdded> {
  const asked = { action: 'operator.addKey', subject: name, details: { label } };
  return actOnce<{ id: string; key: string | null }>(work, asked, act, {
    async run() {
      const operator = await lockOperator(work, name);
      const added = await addKey(work, operator.id, label);
      return { answer: added, subject: operator.name, made: { id: added.id } };
    },
    // The text of a key is not stored.
    again: async ({ details }) => ({ id: KeyMade.parse(details).id, key: null }),
  });
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

/** The record must not grow with the number of keys. */
const shortOf = ({ roles, blockedAt }: OperatorShown) => ({ roles, blockedAt });

async function lockOperator({ trx }: UnitOfWork, name: string) {
  const row = await trx
    .selectFrom('operators')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new OpsError('operatorNotFound', `There is no operator ${name}.`);
  return row;
}

async function findOperator(db: Trx, name: string): Promise<OperatorShown> {
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
    .select(['id', 'name', 'roles', 'blocked_at', 'created_at'])
    .$if(name !== null, (query) => query.where(sql`lower(name)`, '=', name?.toLowerCase()))
    .orderBy(sql`lower(name)`)
    .execute();
  if (rows.length === 0) return [];
  const keys = await db
    .selectFrom('operator_keys')
    .select(['id', 'operator_id', 'label', 'created_at', 'revoked_at'])
    .select(sql<string | null>`used_on::text`.as('used_on'))
    .where(
      'operator_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, roles, blocked_at, created_at }) => ({
    name,
    roles,
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
      })),
  }));
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { LinkMade } from '../../../../contract/operators/signIn.ts';
import type { CallOrigin } from '../../../../contract/operators/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { countCall } from '../../../http/limits/rateLimit.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { recordOperatorAction } from '../../audit/operatorActions.ts';
import { actOnce } from '../actOnce.ts';
import type { Act } from '../guard.ts';
import { OpsError } from '../opsError.ts';
import { findOperator } from '../team.ts';
import { openSession } from './sessions.ts';
import { codeLimit } from './finishAttempt.ts';
import { digest, randomToken } from '../../../ids/signInTokens.ts';

const linkLifeMs = 15 * 60_000;

const Made = z.object({ expiresAt: z.iso.datetime() });

/**
 * Makes a one-time link for an administrator. Adds the administrator if no operator has this name. Earlier links of the
 * operator stop working. Only the hash of the link is stored.
 *
 * @throws {OpsError} roleMissing if the operator is no administrator, operatorNotFound if the operator is blocked,
 * keyReused.
 */
export function makeFirstLink(work: UnitOfWork, name: string, act: Act): Promise<LinkMade> {
  return actOnce<Omit<LinkMade, 'repeated'>>(
    work,
    { action: 'operator.firstLink', subject: name },
    act,
    {
      async run() {
        const operatorId = await findAdministrator(work, name);
        await work.trx
          .updateTable('operator_links')
          .set({ used_at: work.now })
          .where('operator_id', '=', operatorId)
          .where('used_at', 'is', null)
          .execute();
        const link = randomToken();
        const expires = addMs(work.now, linkLifeMs);
        await work.trx
          .insertInto('operator_links')
          .values({
            hash: digest(link),
            operator_id: operatorId,
            created_at: work.now,
            expires_at: expires,
          })
          .execute();
        const operator = await findOperator(work.trx, name);
        const expiresAt = expires.toISOString();
        return {
          answer: { operator, link, expiresAt },
          subject: operator.name,
          made: { expiresAt },
        };
      },
      // The server does not store the text of a link, so a repeated act cannot return it.
      again: async ({ details }) => ({
        operator: await findOperator(work.trx, name),
        link: null,
        ...Made.parse(details),
      }),
    },
  );
}

async function findAdministrator({ trx, now }: UnitOfWork, name: string): Promise<string> {
  const added = await trx
    .insertInto('operators')
    .values({ id: randomUUID(), name, roles: ['administrator'], created_at: now, invited_at: now })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return added.id;
  const { id, roles, blocked_at } = await trx
    .selectFrom('operators')
    .select(['id', 'roles', 'blocked_at'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (blocked_at) throw new OpsError('operatorNotFound', `${name} is blocked.`);
  if (!roles.includes('administrator')) {
    throw new OpsError('roleMissing', `${name} is no administrator. Links are for administrators.`);
  }
  return id;
}

/**
 * Opens a session with a one-time link. The session needs a second factor.
 *
 * @throws {OpsError} linkRefused. @throws {ProblemError} tooManyRequests.
 */
export async function useLink(
  deps: Dependencies,
  {
    link,
    device,
    caller,
    origin,
  }: { link: string; device: string; caller: string; origin: CallOrigin },
): Promise<string> {
  await countCall(deps.db, codeLimit, caller, deps.clock.now());
  return transact(deps, async (work) => {
    const { trx, now } = work;
    const used = await trx
      .updateTable('operator_links')
      .set({ used_at: now })
      .where('hash', '=', digest(link))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('operator_id')
      .executeTakeFirst();
    const operator =
      used &&
      (await trx
        .updateTable('operators')
        .set({ invited_at: null })
        .where('id', '=', used.operator_id)
        .where('blocked_at', 'is', null)
        .returning(['id', 'name'])
        .executeTakeFirst());
    if (!operator) {
      throw new OpsError('linkRefused', 'The link is wrong, used or expired.');
    }
    const { id, token } = await openSession(work, {
      operatorId: operator.id,
      way: 'link',
      device,
      factor: null,
      provenAt: null,
    });
    await recordOperatorAction(work, {
      action: 'operator.signIn',
      subject: operator.name,
      who: operator.name,
      details: { session: id, way: 'link' },
      origin,
    });
    return token;
  });
}

import { createHash } from 'node:crypto';
import type { CallOrigin } from '../../../../contract/operators/audit.ts';
import type {
  CheckFactor,
  FactorSetUp,
  OperatorFactor,
} from '../../../../contract/operators/signIn.ts';
import type { Db, Trx } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Settings } from '../../../settings/settings.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { recordOperatorAction } from '../../audit/operatorActions.ts';
import { readCodeKeys } from '../../auth/codes/codeSecret.ts';
import { OpsError } from '../opsError.ts';
import { freshUntil, readSession, storeFactor, type FoundSession } from '../signIn/sessions.ts';
import { seal, unseal } from './sealedText.ts';
import { makeSecret, randomBase32, stepOf } from './totp.ts';

const recoveryCodes = 10;
/** The 80 random bits are 16 letters in base32. Nobody can guess them, so a fast hash is enough. */
const recoveryCodeBytes = 10;

const minuteMs = 60_000;
/**
 * Each fifth wrong code in a row locks the factor. The second lock is longer than the first, and
 * every later lock has the longest time.
 */
const failuresUntilLock = 5;
const locksMs = [15 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs];

type Deps = Pick<Dependencies, 'db' | 'clock' | 'settings' | 'outbox' | 'changes' | 'log'>;
type Session = Pick<FoundSession, 'id' | 'operatorId' | 'name'> & { origin: CallOrigin };
type Refusal = { refused: OpsError };

/** The given operators who have a confirmed second factor. */
export async function operatorsWithFactor(
  db: Db | Trx,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('operator_factors')
    .select('operator_id')
    .where('operator_id', 'in', [...ids])
    .where('secret', 'is not', null)
    .execute();
  return new Set(rows.map(({ operator_id }) => operator_id));
}

/** Removes the second factor and the recovery codes of an operator. */
export async function removeFactor({ trx }: UnitOfWork, operatorId: string): Promise<void> {
  await trx.deleteFrom('operator_recovery_codes').where('operator_id', '=', operatorId).execute();
  // The row stays, with the count of wrong codes and the last used time step, so that no used code works again.
  await trx
    .updateTable('operator_factors')
    .set({ secret: null, pending: null, confirmed_at: null })
    .where('operator_id', '=', operatorId)
    .execute();
}

/**
 * Makes a secret for a new second factor, which works after its confirmation. Until then, an older second factor still
 * works.
 *
 * @throws {OpsError} sessionEnded, secondFactorNeeded, stepUpNeeded.
 */
export function setUpFactor(deps: Deps, session: Session): Promise<FactorSetUp> {
  return transact(deps, async (work) => {
    const { secret } = await lockFactor(work, session.operatorId);
    await refuseReplacement(work, session, secret !== null);
    const issuer = deps.settings.brand.name || 'Charger rental';
    const made = await makeSecret({ issuer, label: session.name });
    const [key] = await readCodeKeys(work.trx, deps.settings);
    await work.trx
      .updateTable('operator_factors')
      .set({ pending: seal(made.secret, session.operatorId, key) })
      .where('operator_id', '=', session.operatorId)
      .execute();
    await recordFactor(work, session, 'operator.beginFactor');
    return made;
  });
}

/**
 * Confirms the new secret with a code. The former secret and recovery codes stop working.
 *
 * @returns the new recovery codes. The server stores only their hashes.
 * @throws {OpsError} sessionEnded, factorMissing, secondFactorNeeded, stepUpNeeded, codeRefused, factorLocked.
 */
export async function confirmFactor(
  deps: Deps,
  session: Session,
  code: string,
): Promise<readonly string[]> {
  const done = await transact(deps, async (work): Promise<{ codes: string[] } | Refusal> => {
    const { trx, now } = work;
    const { operatorId } = session;
    const factor = await lockFactor(work, operatorId);
    await refuseReplacement(work, session, factor.secret !== null);
    if (factor.pending === null) {
      throw new OpsError('factorMissing', 'Begin with second-factor set-up.');
    }
    const checked = await checkCode(work, deps.settings, session, factor, factor.pending, code);
    if ('refused' in checked) return checked;
    const made = await Promise.all(
      Array.from({ length: recoveryCodes }, () => randomBase32(recoveryCodeBytes)),
    );
    const codes = made.map((text) => text.toLowerCase());
    await trx.deleteFrom('operator_recovery_codes').where('operator_id', '=', operatorId).execute();
    await trx
      .insertInto('operator_recovery_codes')
      .values(
        codes.map((text) => ({
          hash: hashOf(operatorId, text),
          operator_id: operatorId,
          used_at: null,
        })),
      )
      .execute();
    await trx
      .updateTable('operator_factors')
      .set({ secret: checked.sealed, pending: null, confirmed_at: now })
      .where('operator_id', '=', operatorId)
      .execute();
    await storeFactor(work, session.id, 'totp');
    await recordFactor(work, session, 'operator.setUpFactor');
    return { codes: codes.map((text) => text.replaceAll(/(.{4})(?=.)/g, '$1-')) };
  });
  if ('refused' in done) throw done.refused;
  return done.codes;
}

/**
 * Checks a code of the authenticator app or a recovery code. If the code is right, the session counts as freshly
 * checked.
 *
 * @returns the number of unused recovery codes.
 * @throws {OpsError} factorMissing, codeRefused, factorLocked.
 */
export async function checkFactor(
  deps: Deps,
  session: Session,
  given: CheckFactor,
): Promise<number> {
  const done = await transact(deps, async (work): Promise<{ left: number } | Refusal> => {
    const factor = await lockFactor(work, session.operatorId);
    if (factor.secret === null) {
      throw new OpsError('factorMissing', 'Set up the second factor first.');
    }
    const checked =
      'code' in given
        ? await checkCode(work, deps.settings, session, factor, factor.secret, given.code)
        : await checkRecoveryCode(work, session, factor, given.recoveryCode);
    if ('refused' in checked) return checked;
    if (checked.sealed !== null) {
      await work.trx
        .updateTable('operator_factors')
        .set({ secret: checked.sealed })
        .where('operator_id', '=', session.operatorId)
        .execute();
    }
    const how: OperatorFactor = 'code' in given ? 'totp' : 'recoveryCode';
    await storeFactor(work, session.id, how);
    const action = how === 'totp' ? 'operator.checkFactor' : 'operator.useRecoveryCode';
    await recordFactor(work, session, action);
    return { left: await codesLeft(work.trx, session.operatorId) };
  });
  if ('refused' in done) throw done.refused;
  return done.left;
}

type Factor = Awaited<ReturnType<typeof lockFactor>>;

/** Locks the row, so that parallel checks of codes run one after the other, and each wrong code counts. */
async function lockFactor({ trx }: UnitOfWork, operatorId: string) {
  await trx
    .insertInto('operator_factors')
    .values({ operator_id: operatorId })
    .onConflict((conflict) => conflict.column('operator_id').doNothing())
    .execute();
  return trx
    .selectFrom('operator_factors')
    .select(['secret', 'pending', 'last_step', 'failures', 'locked_until'])
    .where('operator_id', '=', operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Somebody with a stolen session must not be able to set up a factor of their own. Therefore the
 * session needs a fresh second factor. The only exception is the first factor of an operator, in a
 * session without a factor.
 */
async function refuseReplacement(
  work: UnitOfWork,
  { id }: Session,
  hasFactor: boolean,
): Promise<void> {
  const session = await readSession(work, id);
  if (!session) throw new OpsError('sessionEnded', 'The session has ended. Sign in again.');
  if (session.factor === null && !hasFactor) return;
  if (session.factor === null) {
    throw new OpsError('secondFactorNeeded', 'Give the present second factor first.');
  }
  if (freshUntil(session, work.now) === null) {
    throw new OpsError('stepUpNeeded', 'Give the present second factor again.');
  }
}

/** Checks a code of six digits. The result is a refusal, or the secret, encrypted with the current key. */
async function checkCode(
  work: UnitOfWork,
  settings: Pick<Settings, 'codeSecret'>,
  session: Session,
  factor: Factor,
  sealed: string,
  code: string,
): Promise<{ sealed: string } | Refusal> {
  const locked = lockOf(factor, work.now);
  if (locked) return locked;
  const keys = await readCodeKeys(work.trx, settings);
  const texts = keys.flatMap((key) => unseal(sealed, session.operatorId, key) ?? []);
  const [text] = texts;
  const step = text === undefined ? null : await stepOf(text, code, work.now);
  // The code of a time step works only once, so that nobody can use a code that was seen or recorded.
  if (text === undefined || step === null || step <= factor.last_step) {
    return fail(work, session, factor);
  }
  await succeed(work, session, step);
  return { sealed: seal(text, session.operatorId, keys[0]) };
}

async function checkRecoveryCode(
  work: UnitOfWork,
  session: Session,
  factor: Factor,
  code: string,
): Promise<{ sealed: null } | Refusal> {
  const locked = lockOf(factor, work.now);
  if (locked) return locked;
  const { numUpdatedRows } = await work.trx
    .updateTable('operator_recovery_codes')
    .set({ used_at: work.now })
    .where('hash', '=', hashOf(session.operatorId, code))
    .where('operator_id', '=', session.operatorId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return fail(work, session, factor);
  await succeed(work, session, factor.last_step);
  return { sealed: null };
}

function lockOf({ locked_until }: Factor, now: Date): Refusal | null {
  if (locked_until === null || locked_until <= now) return null;
  const until = locked_until.toISOString();
  return { refused: new OpsError('factorLocked', `Too many wrong codes. Wait until ${until}.`) };
}

/** Counts a wrong code. Returns the refusal instead of throwing it, because an error would roll the count back. */
async function fail(work: UnitOfWork, session: Session, { failures }: Factor): Promise<Refusal> {
  const count = failures + 1;
  const isLocked = count % failuresUntilLock === 0;
  const lockIndex = Math.min(count / failuresUntilLock, locksMs.length) - 1;
  const lockMs = locksMs[lockIndex] ?? 0;
  await work.trx
    .updateTable('operator_factors')
    .set({ failures: count, ...(isLocked && { locked_until: addMs(work.now, lockMs) }) })
    .where('operator_id', '=', session.operatorId)
    .execute();
  if (isLocked) await recordFactor(work, session, 'operator.lockFactor');
  return { refused: new OpsError('codeRefused', 'The code is wrong, or was used before.') };
}

async function succeed({ trx }: UnitOfWork, { operatorId }: Session, step: number): Promise<void> {
  await trx
    .updateTable('operator_factors')
    .set({ last_step: step, failures: 0, locked_until: null })
    .where('operator_id', '=', operatorId)
    .execute();
}

async function codesLeft(trx: Trx, operatorId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('operator_recovery_codes')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

function recordFactor(
  work: UnitOfWork,
  { id, name, origin }: Session,
  action: string,
): Promise<void> {
  const details = { session: id };
  return recordOperatorAction(work, { action, subject: name, who: name, details, origin });
}

const hashOf = (operatorId: string, code: string) =>
  createHash('sha256').update(`${operatorId} ${code}`).digest('base64url');

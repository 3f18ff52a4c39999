import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Trx } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import { addMs } from '../../../db/unitOfWork.ts';
import { resendMemoryMs } from './codeMachine.ts';
import type { CodePurpose } from './codePurpose.ts';
import { limitCodeRate } from './codeRate.ts';

/** A request for a code: the phone, the purpose and the caller. */
export interface Asking {
  phone: string;
  purpose: CodePurpose;
  /** The hash of the browser's token if the code is for a sign-in; null for a signed-in rider. */
  browser: string | null;
  /** The value of `browser` if the browser is a known device that has not used up its allowance; otherwise null. */
  device: string | null;
}

/** What the earlier codes for this phone mean for the next code: its wait, and the failures with which it starts. */
export interface EarlierCodes {
  /** How many codes delay the next code: those of the last hour that were requested after the last entered code. */
  count: number;
  failures: number;
}

/**
 * Checks whether the earlier codes for this phone allow the next code now. A known device waits only because of its own
 * codes, and a proof only because of the rider's codes for proofs. All other callers delay each other, because an
 * attacker can always pretend to be a new caller. The next code keeps only the failures of the same caller's previous
 * code.
 *
 * @throws {ProblemError} `tooManyRequests` if the next code is requested too early.
 */
export async function earlierCodes(trx: Trx, asking: Asking, now: Date): Promise<EarlierCodes> {
  const recent = trx
    .selectFrom('one_time_codes')
    .select(['state', 'failures', 'created_at', 'expires_at'])
    .where('phone', '=', asking.phone)
    .where('created_at', '>', new Date(now.getTime() - resendMemoryMs))
    .orderBy('created_at', 'desc')
    .limit(100);
  const delaying = await recent.where((where) => isDelaying(where, asking)).execute();
  const own = await recent.where((where) => isOfSameCaller(where, asking)).execute();
  return limitCodeRate(delaying, now, own[0] ?? null);
}

type Where = ExpressionBuilder<Database, 'one_time_codes'>;

function isDelaying(where: Where, { purpose, device }: Asking): Expression<SqlBool> {
  if (purpose.purpose === 'stepUp') {
    return where.and([where('purpose', '=', 'stepUp'), where('user_id', '=', purpose.userId)]);
  }
  if (device !== null) return where('device', '=', device);
  return where.and([where('device', 'is', null), where('purpose', '<>', 'stepUp')]);
}

/**
 * Selects the codes of the same caller. For a sign-in, the caller is the browser; for a proof, it is the rider. For a
 * change of the phone, all riders count as one caller: a second account gives an attacker no new tries, and only the
 * rider who requested the newest code can get the phone.
 */
function isOfSameCaller(where: Where, { purpose, browser }: Asking): Expression<SqlBool> {
  if (purpose.purpose === 'signIn') return where('browser', '=', browser);
  const isOfPurpose = where('purpose', '=', purpose.purpose);
  if (purpose.purpose === 'changePhone') return isOfPurpose;
  return where.and([isOfPurpose, where('user_id', '=', purpose.userId)]);
}

/** Ends the pending code that the same caller requested for this phone. */
export async function replacePendingCode(trx: Trx, asking: Asking, now: Date): Promise<void> {
  await endingIssued(trx, asking.phone, now)
    .where((where) => isOfSameCaller(where, asking))
    .execute();
}

/** Ends all pending codes of a phone. */
export async function endIssuedCodes(trx: Trx, phone: string, now: Date): Promise<void> {
  await endingIssued(trx, phone, now).execute();
}

/** The state of a pending code that ends now although nobody has entered it. */
export function endedState(now: Date) {
  return sql<
    'expired' | 'superseded'
  >`case when expires_at <= ${now} then 'expired' else 'superseded' end`;
}

/** The SQL statement that ends the pending codes of a phone. */
function endingIssued(trx: Trx, phone: string, now: Date) {
  return trx
    .updateTable('one_time_codes')
    .set({ state: endedState(now) })
    .where('phone', '=', phone)
    .where('state', '=', 'issued');
}

/** The provider receives a code after the server creates it, so the code expires later at the provider than here. */
const providerLagMs = 60_000;

/**
 * Whether a code for this phone may be pending at the provider. The codes of all callers count, because the provider
 * can have only one pending code per phone.
 */
export async function hasEarlierCode(trx: Trx, phone: string, now: Date): Promise<boolean> {
  const earlier = await trx
    .selectFrom('one_time_codes')
    .select('id')
    .where('phone', '=', phone)
    .where('expires_at', '>', addMs(now, -providerLagMs))
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** Locks the codes of a rider, because the rider may be entering one of them in another request. */
export async function lockCodesOf(trx: Trx, userId: string): Promise<void> {
  await codesOf(trx, userId).orderBy('id').forUpdate().execute();
}

export async function forgetCodesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('one_time_codes').where('id', 'in', codesOf(trx, userId)).execute();
}

/** Selects the codes for a rider's phone, and the codes that the rider requested while signed in. */
function codesOf(trx: Trx, userId: string) {
  return trx
    .selectFrom('one_time_codes')
    .select('id')
    .where((or) =>
      or.or([
        or('phone', '=', or.selectFrom('users').select('phone').where('id', '=', userId)),
        or('user_id', '=', userId),
      ]),
    );
}

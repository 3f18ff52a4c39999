import { sql, type Selectable } from 'kysely';
import { lockNumbers } from '../../../db/advisoryLocks.ts';
import type { Language } from '../../../../contract/config.ts';
import { inTransaction, type Db, type Trx } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import { CodeProviderError, type CodeVerdict } from '../../../providers/sms/codeProvider.ts';
import {
  answerCode,
  answerCounted,
  countTry,
  giveTryBack,
  type CodeOutcome,
  type CodeState,
  type CodeStatus,
} from './codeMachine.ts';
import { userOf, type CodePurpose } from './codePurpose.ts';
import type { CodeVault } from './codeSecret.ts';
import { statusOf } from './codeRate.ts';
import { countAnswered } from './codeTraffic.ts';
import { approval } from './sendCode.ts';
import { countNetworkTry, problemOf } from './tries.ts';
import { countryOf } from '../phone.ts';

export interface CodeProof {
  requestId: string;
  /** The code has six digits. */
  code: string;
  purpose: CodePurpose;
  /** The network of the caller, for the rate limit. */
  caller: string;
  /** The hash of the token that the browser sent; null if it sent none. Not set for a signed-in rider. */
  browser?: string | null;
}

/** A phone whose owner has entered the code, and the language of the request for the code. */
export interface ProvenPhone {
  phone: string;
  language: Language;
}

type Deps = Pick<Dependencies, 'db' | 'clock' | 'settings' | 'sms' | 'outbox' | 'log'>;
type CodeRow = Selectable<Database['one_time_codes']>;
type Failed = { outcome: Exclude<CodeOutcome, 'verified'> };
type Result<T> = { outcome: 'verified'; phone: string; value: T } | Failed;

/**
 * Checks a code of `requestCode`. If the code is right, the function runs `proven` in the transaction that marks the
 * code as used, so that both are committed together.
 *
 * @throws {ProblemError} `codeWrong`, `codeExhausted`, `codeExpired` (also for a code that was
 * used, replaced, requested for another purpose, or never existed), `tooManyRequests`, or
 * `unavailable` if the provider must check the code (see `Counted`) and did not answer.
 */
export async function proveCode<T>(
  deps: Deps,
  vault: CodeVault,
  proof: CodeProof,
  proven: (trx: Trx, phone: ProvenPhone) => Promise<T>,
): Promise<T> {
  const { db, settings } = deps;
  const now = deps.clock.now();
  const found = await findCode(db, proof);
  // The limit per network does not apply to the owner of the code (`isOwn`), so that strangers in the same network
  // cannot prevent the owner from entering the code.
  if (!found?.isOwn) await countNetworkTry(db, settings, proof.caller, now);

  // Most guesses of an attacker are for a code that has ended. Such guesses change nothing, so they need no lock.
  if (found?.state !== 'issued') {
    throw new ProblemError(problemOf[found?.state === 'exhausted' ? 'exhausted' : 'refused']);
  }

  // For a wrong code the transaction returns a result instead of throwing an error, so that the counted failure is
  // committed.
  const tried = await inTransaction(db, async (trx): Promise<Result<T> | Counted> => {
    const row = await lockCode(trx, proof);
    if (!row) return { outcome: 'refused' };
    if (row.code_hash === null) return beginCheck(trx, row, now);
    const isRight = vault.matches(row.id, proof.code, row.code_hash);
    const answered = answerCode(statusOf(row), isRight, now.getTime());
    const settled = await settle(trx, row, answered, proven);
    if (settled.outcome === 'verified' && row.carrier_reference !== null) {
      const { id, carrier_reference: reference, expires_at: until } = row;
      await deps.outbox.enqueue(trx, approval(id, reference, until));
    }
    return settled;
  });
  const result = tried.outcome === 'counted' ? await check(deps, proof, tried, proven) : tried;
  if (result.outcome !== 'verified') throw new ProblemError(problemOf[result.outcome]);
  deps.outbox.wake();
  // The code has already taken effect, so the call must succeed even if this count fails.
  await countAnswered(db, countryOf(result.phone), now).catch((error: unknown) =>
    deps.log.error({ err: error }, 'an entered code was not counted'),
  );
  return result.value;
}

interface FoundCode {
  state: CodeState;
  /**
   * Whether the code is pending, and belongs to the calling known device or to a proof of the calling rider. For such a
   * caller, the five tries of the code are the only limit.
   */
  isOwn: boolean;
}

async function findCode(
  db: Db,
  { requestId, browser, purpose }: CodeProof,
): Promise<FoundCode | null> {
  const row = await db
    .selectFrom('one_time_codes')
    .select(['state', 'user_id', 'device'])
    .where('id', '=', requestId)
    .where('purpose', '=', purpose.purpose)
    .executeTakeFirst();
  if (row?.user_id !== userOf(purpose)) return null;
  const isOfDevice = row.device !== null && row.device === browser;
  const isOwn = row.state === 'issued' && (purpose.purpose === 'stepUp' || isOfDevice);
  return { state: row.state, isOwn };
}

/**
 * Locks the phone, and then the row of the code. The lock of the row makes concurrent guesses run one after the other,
 * so that each of them counts. The lock of the phone makes right codes of different requests take effect one after the
 * other, so that only one rider gets a new phone.
 */
async function lockCode(trx: Trx, { requestId, purpose }: CodeProof): Promise<CodeRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(phone, ${lockNumbers.codeAddress}))
    from one_time_codes where id = ${requestId}`.execute(trx);
  const row = await trx
    .selectFrom('one_time_codes')
    .selectAll()
    .where('id', '=', requestId)
    .where('purpose', '=', purpose.purpose)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id === userOf(purpose) ? row : undefined;
}

async function saveStatus(trx: Trx, row: CodeRow, { state, failures }: CodeStatus): Promise<void> {
  if (state === row.state && failures === row.failures) return;
  await trx
    .updateTable('one_time_codes')
    .set({ state, failures })
    .where('id', '=', row.id)
    .execute();
}

async function settle<T>(
  trx: Trx,
  row: CodeRow,
  { status, outcome }: { status: CodeStatus; outcome: CodeOutcome },
  proven: (trx: Trx, phone: ProvenPhone) => Promise<T>,
): Promise<Result<T>> {
  await saveStatus(trx, row, status);
  if (outcome !== 'verified') return { outcome };
  const { phone, language } = row;
  return { outcome, phone, value: await proven(trx, { phone, language }) };
}

/**
 * A counted try for a code that the provider must check, because the provider created the code for an earlier version
 * of the server.
 */
interface Counted {
  outcome: 'counted';
  reference: string;
}

async function beginCheck(trx: Trx, row: CodeRow, now: Date): Promise<Counted | Failed> {
  // If there is no reference, the provider did not send the message, so nobody has the code.
  const { carrier_reference: reference } = row;
  if (reference === null) return { outcome: 'refused' };
  const { status, outcome } = countTry(statusOf(row), now.getTime());
  await saveStatus(trx, row, status);
  return outcome === 'counted' ? { outcome, reference } : { outcome };
}

/** Asks the provider whether the code is right, and applies the answer. No transaction is open during the request. */
async function check<T>(
  { db, sms, log }: Deps,
  proof: CodeProof,
  { reference }: Counted,
  proven: (trx: Trx, phone: ProvenPhone) => Promise<T>,
): Promise<Result<T>> {
  let verdict: CodeVerdict;
  try {
    // If the server now writes the texts itself, the operator changed the provider after the request. The new provider
    // cannot check the code.
    if (!sms.hasOwnText) return { outcome: 'expired' };
    verdict = await sms.check(reference, proof.code);
  } catch (error) {
    await inTransaction(db, async (trx) => {
      const row = await lockCode(trx, proof);
      if (row) await saveStatus(trx, row, giveTryBack(statusOf(row)));
    });
    log.error({ err: error }, 'the SMS provider did not check a code');
    const limited = error instanceof CodeProviderError && error.reason === 'tooManyRequests';
    const retryAfter = (error instanceof CodeProviderError ? error.retryAfter : null) ?? 5;
    throw new ProblemError(limited ? 'tooManyRequests' : 'unavailable', { retryAfter });
  }
  // The stored status stays as it is, because the provider also deletes a code after another call has verified it.
  if (verdict === 'gone') return { outcome: 'expired' };
  if (verdict === 'exhausted') return { outcome: 'exhausted' };
  return inTransaction(db, async (trx) => {
    const row = await lockCode(trx, proof);
    if (!row) return { outcome: 'refused' };
    return settle(trx, row, answerCounted(statusOf(row), verdict === 'right'), proven);
  });
}

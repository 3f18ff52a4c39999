import type { Selectable } from 'kysely';
import type { Language } from '../../../../contract/config.ts';
import { inTransaction, type Db, type Trx } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import { countCall } from '../../../http/limits/rateLimit.ts';
import { CodeProviderError, type CodeVerdict } from '../../../providers/sms/codeProvider.ts';
import {
  answerCode,
  answerCounted,
  countTry,
  giveTryBack,
  maxFailures,
  type CodeOutcome,
  type CodeStatus,
} from './codeMachine.ts';
import { userOf, type CodePurpose } from './codePurpose.ts';
import type { CodeVault } from './codeSecret.ts';
import { countAnswered } from './codeTraffic.ts';
import { countryOf } from '../phone.ts';

export interface CodeProof {
  requestId: string;
  /** Six digits. */
  code: string;
  purpose: CodePurpose;
  /** The caller's network, for the rate limit. */
  caller: string;
  /** The hash of the calling browser's token, as `knownDeviceOf` returns it. */
  device?: string | null;
}

/** A phone that was proven by its code, with the language of the request. */
export interface ProvenPhone {
  phone: string;
  language: Language;
}

type Deps = Pick<Dependencies, 'db' | 'clock' | 'settings' | 'sms' | 'log'>;
type CodeRow = Selectable<Database['one_time_codes']>;
type Failed = { outcome: Exclude<CodeOutcome, 'verified'> };
type Result<T> = { outcome: 'verified'; phone: string; value: T } | Failed;

/**
 * Checks a code of `requestCode`. If the code is right, runs `proven` in the transaction that marks
 * the code as used, so that both happen or neither.
 *
 * @throws {ProblemError} `codeWrong`, `codeExhausted`, `codeExpired` (also for a code that was
 * used, replaced, requested for another purpose, or never existed), `tooManyRequests`, or
 * `unavailable` if a provider that checks its codes did not answer.
 */
export async function proveCode<T>(
  deps: Deps,
  vault: CodeVault,
  proof: CodeProof,
  proven: (trx: Trx, phone: ProvenPhone) => Promise<T>,
): Promise<T> {
  const { db, settings } = deps;
  const now = deps.clock.now();
  const limit = settings.codeLimits.perAddressPerHour * maxFailures;
  // Others at the same address must not prevent a known device from entering its code.
  if (!(await isOwnCode(db, proof))) {
    const perAddress = { name: 'verify:address', limit, windowSeconds: 60 * 60 };
    await countCall(db, perAddress, proof.caller, now);
  }

  // A wrong code is a result here, not an exception: its failure must be committed.
  const tried = await inTransaction(db, async (trx): Promise<Result<T> | Counted> => {
    const row = await lockCode(trx, proof);
    if (!row) return { outcome: 'refused' };
    if (row.code_hash === null) return beginCheck(trx, row, now);
    const isRight = vault.matches(row.id, proof.code, row.code_hash);
    return settle(trx, row, answerCode(statusOf(row), isRight, now.getTime()), proven);
  });
  const result = tried.outcome === 'counted' ? await check(deps, proof, tried, proven) : tried;
  if (result.outcome !== 'verified') throw new ProblemError(problemOf[result.outcome]);
  await countAnswered(db, countryOf(result.phone), now);
  return result.value;
}

/** Whether a known device enters the code that it requested. Each code has only five tries. */
async function isOwnCode(db: Db, { requestId, device }: CodeProof): Promise<boolean> {
  if (device === undefined || device === null) return false;
  const code = await db
    .selectFrom('one_time_codes')
    .select('id')
    .where('id', '=', requestId)
    .where('device', '=', device)
    .where('state', '=', 'issued')
    .executeTakeFirst();
  return code !== undefined;
}

const problemOf = {
  wrong: 'codeWrong',
  exhausted: 'codeExhausted',
  expired: 'codeExpired',
  refused: 'codeExpired',
} as const satisfies Record<Failed['outcome'], string>;

/** The row lock serialises parallel guesses, so that each is counted. */
async function lockCode(trx: Trx, { requestId, purpose }: CodeProof): Promise<CodeRow | undefined> {
  const row = await trx
    .selectFrom('one_time_codes')
    .selectAll()
    .where('id', '=', requestId)
    .where('purpose', '=', purpose.purpose)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id === userOf(purpose) ? row : undefined;
}

function statusOf({ state, failures, expires_at }: CodeRow): CodeStatus {
  return { state, failures, expiresAt: expires_at.getTime() };
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

/** A counted try whose code the provider must check. */
interface Counted {
  outcome: 'counted';
  reference: string;
}

async function beginCheck(trx: Trx, row: CodeRow, now: Date): Promise<Counted | Failed> {
  // The message was never sent, so nobody has read it.
  const { carrier_reference: reference } = row;
  if (reference === null) return { outcome: 'refused' };
  const { status, outcome } = countTry(statusOf(row), now.getTime());
  await saveStatus(trx, row, status);
  return outcome === 'counted' ? { outcome, reference } : { outcome };
}

/** Asks the provider, outside of any transaction, and applies its answer. */
async function check<T>(
  { db, sms, log }: Deps,
  proof: CodeProof,
  { reference }: Counted,
  proven: (trx: Trx, phone: ProvenPhone) => Promise<T>,
): Promise<Result<T>> {
  let verdict: CodeVerdict;
  try {
    // The code was requested before the operator changed the provider.
    if (!sms.checks) return { outcome: 'expired' };
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
  // The provider also forgets a code that was verified a moment ago, so this changes nothing.
  if (verdict === 'gone') return { outcome: 'expired' };
  if (verdict === 'exhausted') return { outcome: 'exhausted' };
  return inTransaction(db, async (trx) => {
    const row = await lockCode(trx, proof);
    if (!row) return { outcome: 'refused' };
    return settle(trx, row, answerCounted(statusOf(row), verdict === 'right'), proven);
  });
}

import type { Db, Trx } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { countCall, uncountCall, type RateLimit } from '../../../http/limits/rateLimit.ts';
import { ProblemError } from '../../../http/problem.ts';
import { transact } from '../../../unitOfWork.ts';
import { openCase } from '../../support/cases.ts';

const daySeconds = 24 * 60 * 60;

type Limits = Dependencies['settings']['codeLimits'];

/** A daily cap is reached. */
export class CapReached extends ProblemError {
  readonly cap: RateLimit & { whose: string };

  constructor(cap: RateLimit & { whose: string }, refusal: ProblemError) {
    super(refusal.code, refusal.extras);
    this.cap = cap;
  }
}

/**
 * Counts a text message against the daily caps. Known devices are counted, but never refused: they
 * are few, and have a small allowance of their own.
 *
 * @throws {CapReached}
 */
export async function countDaily(
  trx: Trx,
  limits: Limits,
  { country, isKnown }: { country: string; isKnown: boolean },
  now: Date,
): Promise<void> {
  for (const cap of capsOf(limits, country)) {
    try {
      await countCall(trx, cap, cap.whose, now);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (!isKnown) throw new CapReached(cap, error);
    }
  }
}

/** Undoes `countDaily` for a message that was not sent. */
export async function uncountDaily(
  db: Db,
  limits: Limits,
  country: string,
  now: Date,
): Promise<void> {
  for (const cap of capsOf(limits, country)) await uncountCall(db, cap, cap.whose, now);
}

function capsOf({ perCountryPerDay, perDay }: Limits, country: string) {
  return [
    { name: 'code:countryDay', limit: perCountryPerDay, windowSeconds: daySeconds, whose: country },
    { name: 'code:day', limit: perDay, windowSeconds: daySeconds, whose: 'all' },
  ];
}

/** Opens the case of a cap, once a day. */
export async function reportCap(
  deps: Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>,
  { cap }: CapReached,
): Promise<void> {
  await transact(deps, async (work) => {
    const day = work.now.toISOString().slice(0, 10);
    await openCase(work, {
      kind: 'codeCap',
      key: `${cap.whose}:${day}`,
      details: { country: cap.whose, day, codes: cap.limit },
    });
  });
}

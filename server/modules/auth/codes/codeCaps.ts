import type { Db, Trx } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { countCall, uncountCall, type RateLimit } from '../../../http/limits/rateLimit.ts';
import { ProblemError } from '../../../http/problem.ts';

const daySeconds = 24 * 60 * 60;

type Limits = Dependencies['settings']['codeLimits'];

/** The error when a daily cap is reached. */
export class CapReached extends ProblemError {
  readonly cap: RateLimit & { whose: string };

  constructor(cap: RateLimit & { whose: string }, refusal: ProblemError) {
    super(refusal.code, refusal.extras);
    this.cap = cap;
  }
}

/**
 * Counts a text message against the daily caps. A message to a caller with a separate allowance counts, too, but is
 * never refused, because such callers are few and their allowance is small.
 *
 * @throws {CapReached}
 */
export async function countDaily(
  trx: Trx,
  limits: Limits,
  { country, isOwn }: { country: string; isOwn: boolean },
  now: Date,
): Promise<void> {
  for (const cap of capsOf(limits, country)) {
    try {
      await countCall(trx, cap, cap.whose, now);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (!isOwn) throw new CapReached(cap, error);
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

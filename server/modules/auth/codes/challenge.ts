import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db, Trx } from '../../../db/database.ts';
import { countCall } from '../../../http/limits/rateLimit.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { Settings } from '../../../settings/settings.ts';
import { readCodeKeys } from './codeSecret.ts';

/*
 * A challenge is a computation that takes about a second (proof of work). With a solved challenge, an honest rider gets
 * a code even after strangers used up the limit of the rider's address or country. Challenges are signed, so that the
 * server stores nothing until a challenge is solved.
 */

const lifetimeMs = 5 * 60_000;
const dayS = 24 * 60 * 60;

type Asker = Pick<Settings, 'codeSecret' | 'codeChallengeBits'>;

/**
 * Returns the problem `challengeNeeded` with a challenge for this phone. The app must find a number for which the
 * SHA-256 hash of `<challenge>:<number>` begins with enough zero bits. The first field of the challenge is the required
 * number of zero bits.
 */
export async function challengeNeeded(
  db: Db | Trx,
  settings: Asker,
  phone: string,
  now: Date,
): Promise<ProblemError> {
  const nonce = randomBytes(16).toString('base64url');
  const unsigned = `${settings.codeChallengeBits}.${now.getTime() + lifetimeMs}.${nonce}`;
  const challenge = `${unsigned}.${await sign(db, settings, unsigned, phone)}`;
  return new ProblemError('challengeNeeded', { challenge });
}

/**
 * Whether the solution solves an unexpired challenge for this phone. Returns true only once for each challenge.
 */
export async function isSolved(
  db: Db,
  settings: Asker,
  { phone, solution }: { phone: string; solution: string },
  now: Date,
): Promise<boolean> {
  const found = /^((\d{1,2})\.(\d{1,16})\.[\w-]{22})\.([\w-]{43}):\d{1,15}$/.exec(solution);
  const [, unsigned = '', bits, expiry, signature = ''] = found ?? [];
  if (!found) return false;
  const expected = Buffer.from(await sign(db, settings, unsigned, phone));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return false;
  const expiresAt = new Date(Number(expiry));
  if (expiresAt <= now || leadingZeros(solution) < Number(bits)) return false;
  // The use is counted with the time of the expiry instead of the current time, so that all uses of one challenge fall
  // into the same window of the limit.
  const once = { name: 'challenge', limit: 1, windowSeconds: dayS };
  return countCall(db, once, unsigned, expiresAt).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProblemError) return false;
      throw error;
    },
  );
}

async function sign(
  db: Db | Trx,
  settings: Asker,
  unsigned: string,
  phone: string,
): Promise<string> {
  const [secret] = await readCodeKeys(db, settings);
  return createHmac('sha256', secret)
    .update(`challenge\n${unsigned}\n${phone}`)
    .digest('base64url');
}

function leadingZeros(text: string): number {
  const hash = createHash('sha256').update(text).digest('hex');
  const first = /[^0]/.exec(hash);
  if (!first) return 256;
  return first.index * 4 + Math.clz32(Number.parseInt(first[0], 16)) - 28;
}

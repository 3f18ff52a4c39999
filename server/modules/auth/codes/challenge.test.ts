import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { Problem } from '../../../../contract/errors.ts';
import { paths } from '../../../../contract/paths.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type TestApp,
} from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { StoppedClock } from '../../../testing/stoppedClock.ts';

/** Solves a challenge as the app does. With `wanted = false`, finds a number that does not solve the challenge. */
function solve(challenge: string, wanted = true): string {
  const bits = Number(challenge.split('.')[0]);
  for (let n = 0; ; n++) {
    const solution = `${challenge}:${n}`;
    const hash = BigInt(`0x${createHash('sha256').update(solution).digest('hex')}`);
    if ((hash >> BigInt(256 - bits) === 0n) === wanted) return solution;
  }
}

forEachEngine((engine) => {
  let app: TestApp;
  afterEach(() => app.close());
  const start = async (env: Record<string, string>) => {
    const clock = new StoppedClock();
    app = await startTestApp({ engine, clock, env: { CODES_CHALLENGE_BITS: '8', ...env } });
  };
  const ask = (phone: string, solution?: string) =>
    app.call(paths.codes, { method: 'POST', body: { phone, language: 'en', solution } });
  const problemOf = ({ body }: CallAnswer) => Problem.parse(body);
  const challengeOf = (answer: CallAnswer) => {
    const { code, challenge = '' } = problemOf(answer);
    expect({ status: answer.status, code }).toEqual({ status: 429, code: 'challengeNeeded' });
    return challenge;
  };

  test.each([
    ['an address', { CODES_PER_ADDRESS: '1' }],
    ['a country', { CODES_PER_COUNTRY: '1' }],
  ])('above the limit of %s, a solved challenge gets one code', async (_name, env) => {
    await start(env);
    expect((await ask(freshPhone())).status).toBe(201);
    const phone = freshPhone();
    const solution = solve(challengeOf(await ask(phone)));
    expect((await ask(phone, solution)).status).toBe(201);
    app.deps.clock.advance(60);
    challengeOf(await ask(phone, solution));
  });

  test('while the breaker is open, a solved challenge gets a code', async () => {
    await start({ CODES_BREAKER: '2', CODES_BREAKER_PERCENT: '50' });
    for (let i = 0; i < 2; i++) await ask(freshPhone());
    app.deps.clock.advance(180);
    const phone = freshPhone();
    expect((await ask(phone, solve(challengeOf(await ask(phone))))).status).toBe(201);
  });

  test('concurrent requests can use a solution only once', async () => {
    await start({ CODES_PER_ADDRESS: '1' });
    await ask(freshPhone());
    const phone = freshPhone();
    const solution = solve(challengeOf(await ask(phone)));
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(phone, solution)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('the server answers with another challenge if a solution is wrong, foreign, forged, too easy or too late', async () => {
    await start({ CODES_PER_ADDRESS: '1' });
    await ask(freshPhone());
    const phone = freshPhone();
    const challenge = challengeOf(await ask(phone));
    const right = solve(challenge);
    const [bits = '', expiry = '', nonce = '', signature = ''] = challenge.split('.');
    challengeOf(await ask(phone, solve(challenge, false)));
    challengeOf(await ask(freshPhone(), right));
    challengeOf(await ask(phone, solve(`1.${expiry}.${nonce}.${signature}`)));
    challengeOf(await ask(phone, solve(`${bits}.${Number(expiry) + 1}.${nonce}.${signature}`)));
    challengeOf(await ask(phone, solve(`${bits}.${expiry}.${nonce}.${'A'.repeat(43)}`)));
    challengeOf(await ask(phone, 'nonsense'));
    app.deps.clock.advance(300);
    const late = await ask(phone, right);
    expect(challengeOf(late)).not.toBe(challenge);
  });

  test('solved challenges have their own limit, and a solved challenge does not raise the limit of a phone', async () => {
    await start({ CODES_PER_ADDRESS: '1', CODES_PER_PHONE: '1' });
    const phone = freshPhone();
    await ask(phone);
    app.deps.clock.advance(60);
    const answer = await ask(phone, solve(challengeOf(await ask(phone))));
    expect(problemOf(answer).code).toBe('tooManyRequests');
    const solved = async () => {
      const other = freshPhone();
      return ask(other, solve(challengeOf(await ask(other))));
    };
    for (let i = 0; i < 3; i++) expect((await solved()).status).toBe(201);
    expect(problemOf(await solved()).code).toBe('tooManyRequests');
  });

  test('a change of the phone above the limit is refused without a challenge', async () => {
    await start({ CODES_PER_ADDRESS: '1' });
    const { sessionId: session } = await signUp(app);
    const answer = await app.call(paths.myPhone, {
      method: 'POST',
      session,
      body: { phone: freshPhone() },
    });
    expect(problemOf(answer).code).toBe('tooManyRequests');
  });
});

import { createHash } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { MovableClock } from '../../time/clock.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type TestApp,
} from '../../testing/app.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { maxFailures } from './codes/codeMachine.ts';

/** A clock whose time moves only by `advance`. */
class FrozenClock extends MovableClock {
  readonly #start = Date.now();

  override now(): Date {
    return new Date(this.#start + this.offsetSeconds * 1000);
  }
}

forEachEngine((engine) => {
  let app: TestApp;
  const clock = new FrozenClock();
  /** The kinds of the queries that the app ran. The tests empty the list. */
  const queries: string[] = [];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase(engine);
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    close = () => database.close();
    // As in production, the app is behind a proxy that sends the caller's address. The clock is frozen, so all calls of
    // a test happen at the same time.
    const env = { TRUST_PROXY: '1', CODES_PER_ADDRESS: '60', CALL_LIMITS_FACTOR: '1000' };
    app = await startTestApp({ db: database.db.withPlugin(recorder), clock, env });
  });
  afterAll(async () => {
    await app.close();
    await close();
  });

  let callers = 0;
  const fresh = () => `198.51.${Math.floor(callers / 250)}.${1 + (callers++ % 250)}`;
  const ask = (phone: unknown, from = fresh()) =>
    app.call(paths.codes, {
      method: 'POST',
      body: { phone, language: 'en' },
      headers: { 'x-forwarded-for': from },
    });
  const askId = async (phone: string) => CodeIssued.parse((await ask(phone)).body).requestId;
  const answer = (requestId: string, code: unknown, from = fresh(), session?: string) =>
    app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code },
      headers: { 'x-forwarded-for': from },
      ...(session ? { session } : {}),
    });
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const after = (code: string, steps: number) =>
    String((Number(code) + steps) % 1_000_000).padStart(6, '0');

  // Each of the fifty addresses sends this many guesses. On PostgreSQL there are fewer guesses, but
  // they use many connections, so that the test exercises the locks.
  const each = engine === 'postgres' ? 40 : 200;

  test('a code is exhausted after five guesses, even if thousands of guesses come from many addresses @all', async () => {
    const targets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const phone = freshPhone();
        return { requestId: await askId(phone), right: app.sms.codeFor(phone) };
      }),
    );
    const said = new Map<string, number>();
    const addresses = Array.from({ length: 50 }, fresh);
    const guessers = addresses.map(async (from, offset) => {
      for (let i = 0; i < each; i++) {
        const target = targets[i % targets.length];
        if (!target) throw new Error('no target');
        // The last guesses from each address are the right codes. They must fail, too, because all
        // codes are exhausted by then.
        const steps = i < each - 40 || i < 20 ? 1 + offset * each + i : 0;
        const failed = await answer(target.requestId, after(target.right, steps), from);
        expect(failed.status).not.toBe(200);
        said.set(codeOf(failed), (said.get(codeOf(failed)) ?? 0) + 1);
      }
    });
    await Promise.all(guessers);
    expect(Object.fromEntries(said)).toEqual({
      codeWrong: targets.length * (maxFailures - 1),
      codeExhausted: addresses.length * each - targets.length * (maxFailures - 1),
    });
    const ids = targets.map(({ requestId }) => requestId);
    const rows = await app.deps.db
      .selectFrom('one_time_codes')
      .select(['failures', 'state'])
      .where('id', 'in', ids)
      .execute();
    expect(rows).toEqual(targets.map(() => ({ failures: maxFailures, state: 'exhausted' })));
  }, 600_000);

  test('an address has three hundred guesses an hour, and an IPv6 /64 network counts as one address @slow', async () => {
    const requestId = await askId(freshPhone());
    const guess = async (from: string) => (await answer(requestId, '123456', from)).status;
    const home = (i: number) => `2001:db8:7:9::${i.toString(16)}`;
    const statuses: number[] = [];
    // The server limits the number of open calls per address, so the test sends the guesses in
    // groups.
    for (let first = 0; first < 320; first += 32) {
      const guesses = Array.from({ length: 32 }, (_, i) => guess(home(first + i)));
      statuses.push(...(await Promise.all(guesses)));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await guess('2001:db8:7:a::1')).not.toBe(429);
    clock.advance(3600);
    expect(await guess(home(1))).not.toBe(429);
  });

  test('the answers for a known and an unknown number are the same', async () => {
    const observe = async (phone: string) => {
      queries.length = 0;
      const asked = await ask(phone);
      const asking = [...queries];
      const { requestId } = CodeIssued.parse(asked.body);
      queries.length = 0;
      const refused = await answer(requestId, after(app.sms.codeFor(phone), 1));
      return {
        asking,
        refusing: [...queries],
        shape: Object.keys(CodeIssued.parse(asked.body)),
        resendAt: CodeIssued.parse(asked.body).resendAt,
        statuses: [asked.status, refused.status, codeOf(refused)],
        headers: [asked, refused].map(({ headers }) => comparable(headers)),
      };
    };
    for (let i = 0; i < 5; i++) {
      const { phone } = await signUp(app);
      // For an hour after a sign-in, the limits of the phone differ from the limits of an unknown
      // number.
      clock.advance(3601);
      const known = await observe(phone);
      expect(known.asking.length).toBeGreaterThan(5);
      expect(await observe(freshPhone())).toEqual(known);
    }
  });

  test('a session id that an attacker chose is neither adopted nor stored', async () => {
    const planted = 'x'.repeat(43);
    const phone = freshPhone();
    const requestId = await askId(phone);
    const signedIn = await answer(requestId, app.sms.codeFor(phone), fresh(), planted);
    expect(signedIn.status).toBe(200);
    expect(JSON.stringify(signedIn.body)).not.toContain(planted);
    expect((await app.call(paths.me, { session: planted })).status).toBe(401);

    const attacker = await signUp(app);
    const victim = freshPhone();
    const id = await askId(victim);
    await answer(id, app.sms.codeFor(victim), fresh(), attacker.sessionId);
    expect((await app.call(paths.me, { session: attacker.sessionId })).status).toBe(401);
  });

  test('a stolen copy of the stored codes and sessions gives no access', async () => {
    const { phone } = await signUp(app);
    clock.advance(61);
    const requestId = await askId(phone);
    const { db } = app.deps;
    const code = await db
      .selectFrom('one_time_codes')
      .selectAll()
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow();
    expect((await answer(requestId, code.code_hash)).status).toBe(400);
    // An attacker could hash all million codes in a second, but without the key no hash matches.
    const right = app.sms.codeFor(phone);
    for (const guess of [right, `${requestId}:${right}`]) {
      expect(createHash('sha256').update(guess).digest('hex')).not.toBe(code.code_hash);
    }
    const sessions = await db.selectFrom('sessions').selectAll().execute();
    for (const { id_hash, public_id } of sessions) {
      for (const session of [id_hash, public_id]) {
        expect((await app.call(paths.me, { session })).status).toBe(401);
      }
    }
  });

  test('a code is valid for exactly ten minutes', async () => {
    const [early, late] = [freshPhone(), freshPhone()];
    const requests = [await askId(early), await askId(late)];
    clock.advance(599.999);
    expect((await answer(requests[0] ?? '', app.sms.codeFor(early))).status).toBe(200);
    clock.advance(0.001);
    expect(codeOf(await answer(requests[1] ?? '', app.sms.codeFor(late)))).toBe('codeExpired');
  });

  test.each([
    `+${'1'.repeat(64)}`,
    '+١٢١٢٥٥٥٠١٢٣',
    '+1212５５５０１２３',
    '2125550123',
    '+1 212 555 0123',
    '+12125550123\n',
    '+12125550123; drop table users',
    '',
    null,
    12_125_550_123,
    ['+12125550123'],
  ])('the server refuses a phone that is not in E.164: %j', async (phone) => {
    const refused = await ask(phone);
    expect([refused.status, codeOf(refused)]).toEqual([400, 'invalidInput']);
  });

  test.each(['+11231231', '+4491234', '+1911', '+449098790123', '+18005550123', '+12125550'])(
    'short, premium and free numbers get no text message: %s',
    async (phone) => {
      const before = app.sms.messages.length;
      expect((await ask(phone)).status).toBe(400);
      expect(app.sms.messages).toHaveLength(before);
    },
  );

  test.each([
    '1'.repeat(64),
    '١٢٣٤٥٦',
    '１２３４５６',
    '12345',
    '1234567',
    ' 123456',
    '12345a',
    123_456,
    null,
  ])('an input that is not six digits does not count as a try: %j', async (code) => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    for (let i = 0; i < maxFailures; i++) {
      expect(codeOf(await answer(requestId, code))).toBe('invalidInput');
    }
    expect((await answer(requestId, app.sms.codeFor(phone))).status).toBe(200);
  });

  test.each(['not-an-id', '1', '%00', '../../me'])(
    'an invalid request id is refused: %j',
    async (requestId) => {
      expect([400, 404]).toContain((await answer(requestId, '123456')).status);
    },
  );
});

test('only served countries get text messages, even if a calling code has several countries', async () => {
  const app = await startTestApp({ env: { SERVED_COUNTRIES: 'US' } });
  try {
    const ask = async (phone: string) =>
      (await app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } })).status;
    expect(await ask('+12125550123')).toBe(201);
    for (const phone of ['+14165550123', '+17875550123', '+18765550123', '+447911123456']) {
      expect(await ask(phone)).toBe(403);
    }
    expect(app.sms.messages).toHaveLength(1);
  } finally {
    await app.close();
  }
});

/** The headers that could reveal a difference between two answers. */
function comparable(headers: Headers): [string, string][] {
  const own = new Set(['date', 'x-request-id', 'retry-after']);
  return [...headers]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => [name, value.replace(/device=[\w-]{43}/, 'device=')]);
}

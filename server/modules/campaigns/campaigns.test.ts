import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Campaign, CampaignClaim, Campaigns } from '../../../contract/campaigns.ts';
import { Coupons } from '../../../contract/coupons.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import {
  signUp,
  signUpMany,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { addOffer, addRaffle } from '../../testing/campaigns.ts';
import { forEachEngine } from '../../testing/database.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import type { Point } from '../stations/positionsAround.ts';
import { readWallet } from '../wallet/wallet.ts';
import { endCampaign } from './insertCampaign.ts';

const day = 24 * 3600;
const chicago = { lat: 41.88, lng: -87.63 };
const loop = { name: 'Chicago', ...chicago, radiusMetres: 5000 };

forEachEngine((engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const claim = (
    { sessionId: session }: Rider,
    type: string,
    { key = randomUUID(), near = null }: { key?: string; near?: Point | null } = {},
  ): Promise<CallAnswer> =>
    app.call(fillPath(paths.campaignClaims, { type }), {
      method: 'POST',
      session,
      key,
      body: { near },
    });
  const read = async (type: string, rider?: Rider, query = '') => {
    const { body, status } = await app.call(fillPath(paths.campaign, { type }) + query, {
      ...(rider && { session: rider.sessionId }),
    });
    expect(status).toBe(200);
    return Campaign.parse(body);
  };
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const statuses = (answers: CallAnswer[], status: number) =>
    answers.filter((answer) => answer.status === status).length;
  const riders = (count: number) => signUpMany(app, count);
  const balance = ({ userId }: Rider) => readWallet(app.deps.db, userId, 'USD');
  const claimsOf = async (type: string) => {
    const { id, claims, granted } = await app.deps.db
      .selectFrom('campaigns')
      .select(['id', 'claims', 'granted'])
      .where('type', '=', type)
      .executeTakeFirstOrThrow();
    const rows = await app.deps.db
      .selectFrom('campaign_claims')
      .select('id')
      .where('campaign_id', '=', id)
      .execute();
    expect(claims).toBe(rows.length);
    return { claims, granted };
  };

  test('an amount off becomes a coupon that expires the given number of days after the claim', async () => {
    const rider = await signUp(app);
    const type = await addOffer(app.deps, {
      reward: { kind: 'amountOff', amount: 200, minimum: 300, validDays: 30 },
    });
    expect((await read(type, rider)).mine).toEqual({ obstacle: null, claims: [] });
    const key = randomUUID();
    const answer = await claim(rider, type, { key });
    expect(answer.status).toBe(201);
    const claimed = CampaignClaim.parse(answer.body);
    expect(claimed).toMatchObject({
      reward: { kind: 'amountOff', amount: { amount: 200, currency: 'USD' }, validDays: 30 },
      coupon: {
        kind: 'amountOff',
        amount: { amount: 200 },
        minimumTotal: { amount: 300 },
        state: 'available',
        expiresAt: new Date(Date.parse(claimed.at) + 30 * day * 1000).toISOString(),
      },
    });
    expect((await claim(rider, type, { key })).body).toEqual(answer.body);
    const { coupons } = Coupons.parse(
      (await app.call(paths.coupons, { session: rider.sessionId })).body,
    );
    expect(coupons).toEqual([claimed.coupon]);
    expect((await read(type, rider)).mine).toEqual({ obstacle: 'claimed', claims: [claimed] });
    expect(codeOf(await claim(rider, type))).toBe('campaignClaimed');
    expect(await claimsOf(type)).toEqual({ claims: 1, granted: 200 });
  });

  test('claimed GoCash is at once in the wallet, as a bonus, and in the ledger', async () => {
    const rider = await signUp(app);
    const type = await addOffer(app.deps, { reward: { kind: 'goCash', amount: 300 } });
    const key = randomUUID();
    const answers = await Promise.all([claim(rider, type, { key }), claim(rider, type, { key })]);
    expect(statuses(answers, 201)).toBe(2);
    expect(CampaignClaim.parse(answers[0].body).coupon).toBeNull();
    expect(await balance(rider)).toEqual({ topUp: 0, bonus: 300 });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('several claims of one rider are separate coupons, up to the limit', async () => {
    const rider = await signUp(app);
    const type = await addOffer(app.deps, {
      reward: { kind: 'freeMinutes', minutes: 30 },
      perPerson: 2,
    });
    const first = CampaignClaim.parse((await claim(rider, type)).body);
    const second = CampaignClaim.parse((await claim(rider, type)).body);
    expect(second.coupon).toMatchObject({ minutes: 30, expiresAt: null });
    expect(second.coupon?.id).not.toBe(first.coupon?.id);
    expect(codeOf(await claim(rider, type))).toBe('campaignClaimed');
    expect((await read(type, rider)).mine?.claims.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ]);
  });

  test('a rider sees all own claims, also after many later claims of another campaign', async () => {
    const { db } = app.deps;
    const rider = await signUp(app);
    const former = await addOffer(app.deps);
    await claim(rider, former);
    const type = await addOffer(app.deps, { perPerson: 1000 });
    await claim(rider, type);
    await sql`insert into campaign_claims (id, campaign_id, user_id, ordinal, reward, at)
      select gen_random_uuid(), campaign_id, user_id, number, reward, at + interval '1 second'
      from campaign_claims, generate_series(2, 250) as number
      where user_id = ${rider.userId} and campaign_id = (select id from campaigns where type = ${type})`.execute(
      db,
    );
    expect((await read(type, rider)).mine?.claims).toHaveLength(250);
    const answer = await app.call(paths.campaigns, { session: rider.sessionId });
    const { campaigns } = Campaigns.parse(answer.body);
    const shown = campaigns.find((campaign) => campaign.type === former);
    expect(shown?.mine?.claims).toHaveLength(1);
    // The test deletes the copied claims, because the audit of the ledger would report them.
    await db
      .deleteFrom('campaign_claims')
      .where('ordinal', '>', 1)
      .where('user_id', '=', rider.userId)
      .execute();
  });

  test('one of a hundred concurrent riders gets the only claim in the budget @slow', async () => {
    const type = await addOffer(app.deps, { budget: { claims: 1 } });
    const all = await riders(100);
    const answers = await Promise.all(all.map((rider) => claim(rider, type)));
    expect(statuses(answers, 201)).toBe(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['campaignSoldOut']));
    expect(await claimsOf(type)).toEqual({ claims: 1, granted: 100 });
    expect((await read(type)).state).toBe('soldOut');
  }, 120_000);

  test('the budget pays all claims that it covers in full', async () => {
    const type = await addOffer(app.deps, {
      reward: { kind: 'goCash', amount: 200 },
      budget: { amount: 500 },
    });
    const answers = await Promise.all((await riders(5)).map((rider) => claim(rider, type)));
    expect(statuses(answers, 201)).toBe(2);
    expect(await claimsOf(type)).toEqual({ claims: 2, granted: 400 });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a rider who claims a hundred times concurrently gets one claim @slow', async () => {
    const rider = await signUp(app);
    const type = await addOffer(app.deps, { reward: { kind: 'goCash', amount: 100 } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => claim(rider, type)));
    expect(statuses(answers, 201)).toBe(1);
    expect(statuses(answers, 409)).toBe(99);
    expect(await balance(rider)).toEqual({ topUp: 0, bonus: 100 });
    expect(await claimsOf(type)).toEqual({ claims: 1, granted: 100 });
  }, 120_000);

  test("nothing can be claimed before the start or after the end, by the server's clock", async () => {
    const rider = await signUp(app);
    const now = app.deps.clock.now().getTime();
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const type = await addOffer(app.deps, { starts: at(day), ends: at(2 * day) });
    expect((await read(type, rider)).state).toBe('upcoming');
    expect(codeOf(await claim(rider, type))).toBe('campaignNotStarted');
    app.deps.clock.advance(day);
    expect((await read(type, rider)).state).toBe('running');
    app.deps.clock.advance(day);
    expect((await read(type, rider)).state).toBe('ended');
    const late = await claim(rider, type);
    expect([late.status, codeOf(late)]).toEqual([410, 'campaignEnded']);
  });

  test('a campaign is over when an operator ends it, and existing claims stay', async () => {
    const { db, clock } = app.deps;
    const type = await addOffer(app.deps);
    const [early, late] = [await signUp(app), await signUp(app)];
    expect((await claim(early, type)).status).toBe(201);
    expect(await endCampaign(db, type, clock.now())).toBe(true);
    expect(codeOf(await claim(late, type))).toBe('campaignEnded');
    const seen = await read(type, early);
    expect(seen).toMatchObject({ state: 'ended', mine: { claims: [{ coupon: {} }] } });
    expect(Date.parse(seen.endsAt)).toBeLessThanOrEqual(clock.now().getTime());
    expect(await endCampaign(db, 'no-such-thing', clock.now())).toBe(false);
  });

  test('a new account with the same phone cannot claim again', async () => {
    const type = await addOffer(app.deps, { reward: { kind: 'goCash', amount: 100 } });
    const rider = await signUp(app);
    expect((await claim(rider, type)).status).toBe(201);
    await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
    app.deps.clock.advance(3600);
    const again = await signUp(app, rider.phone);
    expect((await read(type, again)).mine?.obstacle).toBe('claimed');
    expect(codeOf(await claim(again, type))).toBe('campaignClaimed');
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a rider can claim only one offer for new riders, over all campaigns', async () => {
    const [one, other] = [
      await addOffer(app.deps, { audience: 'newRiders' }),
      await addOffer(app.deps, { audience: 'newRiders' }),
    ];
    const rider = await signUp(app);
    // The rider sends both claims at the same time. The server processes them one after the other, so the second is
    // refused.
    const answers = await Promise.all([claim(rider, one), claim(rider, other)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.filter(({ status }) => status === 409).map(codeOf)).toEqual([
      'campaignNotForYou',
    ]);
    const lost = answers[0].status === 201 ? other : one;
    expect((await read(lost, rider)).mine?.obstacle).toBe('notNewRider');

    const since = await addOffer(app.deps, {
      audience: 'newRiders',
      registeredSince: new Date(app.deps.clock.now().getTime() + 1000).toISOString(),
    });
    expect((await read(since, await signUp(app))).mine?.obstacle).toBe('notNewRider');
    app.deps.clock.advance(2);
    expect((await read(since, await signUp(app))).mine?.obstacle).toBeNull();
  });

  test('an offer of a city is for riders whose device is in the city, and other riders see the reason', async () => {
    const type = await addOffer(app.deps, { audience: 'cities', cities: [loop] });
    const rider = await signUp(app);
    const away = { lat: 48.85, lng: 2.35 };
    expect((await read(type)).cities).toEqual(['Chicago']);
    expect((await read(type, rider)).mine?.obstacle).toBe('otherCity');
    expect((await read(type, rider, '?lat=41.9&lng=-87.6')).mine?.obstacle).toBeNull();
    expect(codeOf(await claim(rider, type))).toBe('campaignNotForYou');
    expect(codeOf(await claim(rider, type, { near: away }))).toBe('campaignNotForYou');
    expect((await claim(rider, type, { near: chicago })).status).toBe(201);
  });

  test('the list shows only running campaigns: those for new riders first, claimed campaigns last', async () => {
    await app.deps.db
      .updateTable('campaigns')
      .set({ ended_at: new Date(0) })
      .execute();
    const forAll = await addOffer(app.deps);
    const forNew = await addOffer(app.deps, { audience: 'newRiders' });
    await addOffer(app.deps, { starts: '2090-01-01', ends: '2091-01-01' });
    const raffle = await addRaffle(app.deps);
    const rider = await signUp(app);
    const list = async (session?: string, query = '') => {
      const answer = await app.call(paths.campaigns + query, { ...(session && { session }) });
      return { ...answer, types: Campaigns.parse(answer.body).campaigns.map(({ type }) => type) };
    };
    const guest = await list();
    expect(guest.types[0]).toBe(forNew);
    expect(guest.types.toSorted()).toEqual([forAll, forNew, raffle].toSorted());
    expect(guest.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect(guest.headers.get('vary')).toContain('authorization');
    // An answer that depends on a position or a rider must not be cached.
    expect((await list(undefined, '?lat=1&lng=1')).headers.get('cache-control')).toBe('no-store');
    const own = await list(rider.sessionId);
    expect(own.types[0]).toBe(forNew);
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect((await claim(rider, forNew)).status).toBe(201);
    expect((await list(rider.sessionId)).types.at(-1)).toBe(forNew);
  });

  test('an answer to guests is not cached longer than it is valid', async () => {
    const ends = new Date(app.deps.clock.now().getTime() + 20_000).toISOString();
    const type = await addOffer(app.deps, { ends });
    const { headers } = await app.call(fillPath(paths.campaign, { type }));
    const [, seconds] = /^public, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(20);
  });

  test.each([
    'no-such-thing',
    '../me',
    "x' or 1=1 --",
    '%00',
    '😀',
    'UPPER',
    'a'.repeat(41),
    'a'.repeat(199),
    '<script>',
    '__proto__',
    'constructor',
  ])('the server answers campaignNotFound for the type %j', async (type) => {
    const rider = await signUp(app);
    const { sessionId: session } = rider;
    const answers = [
      await app.call(fillPath(paths.campaign, { type })),
      await app.call(fillPath(paths.campaign, { type }), { session }),
      await claim(rider, type),
      await app.call(fillPath(paths.raffle, { type })),
      await app.call(fillPath(paths.raffleDraws, { type })),
      await app.call(fillPath(paths.raffleEntries, { type }), {
        method: 'POST',
        session,
        key: randomUUID(),
      }),
    ];
    for (const answer of answers) {
      expect([answer.status, codeOf(answer)]).toEqual([404, 'campaignNotFound']);
    }
  });

  test('a malformed URL is refused', async () => {
    for (const type of ['%zz', '%', '%c3%28', 'a'.repeat(5000)]) {
      expect((await app.call(`${paths.campaigns}/${type}`)).status).toBe(400);
    }
    expect((await app.call(`${paths.campaigns}?lat=north&lng=1`)).status).toBe(400);
  });

  test('repeated tries are rate-limited @slow', async () => {
    const rider = await signUp(app);
    const type = await addOffer(app.deps);
    const codes: string[] = [];
    // The clock moves to the start of an hour, so that all tries fall into the same window of the limit.
    const { clock } = app.deps;
    clock.advance(3600 - ((clock.now().getTime() / 1000) % 3600));
    for (let i = 0; i < 202; i++) {
      const answer = await claim(rider, type);
      if (answer.status !== 201) codes.push(codeOf(answer));
    }
    expect(codes.slice(0, 199)).toEqual(Array(199).fill('campaignClaimed'));
    expect(codes.slice(199)).toEqual(['tooManyRequests', 'tooManyRequests']);
  }, 60_000);

  test('guests and requests without a key claim nothing, and a raffle cannot be claimed', async () => {
    const type = await addOffer(app.deps);
    const raffle = await addRaffle(app.deps);
    const rider = await signUp(app);
    const path = fillPath(paths.campaignClaims, { type });
    const body = { near: null };
    expect((await app.call(path, { method: 'POST', body, key: randomUUID() })).status).toBe(401);
    const keyless = await app.call(path, { method: 'POST', body, session: rider.sessionId });
    expect(codeOf(keyless)).toBe('idempotencyKeyRequired');
    expect(codeOf(await claim(rider, raffle))).toBe('campaignNotFound');
    for (const near of [{ lat: 91, lng: 0 }, { lat: '1', lng: 2 }, 'here']) {
      const wrong = await app.call(path, {
        method: 'POST',
        body: { near },
        session: rider.sessionId,
        key: randomUUID(),
      });
      expect(codeOf(wrong)).toBe('invalidInput');
    }
  });
});

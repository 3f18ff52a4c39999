import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Campaign } from '../../../contract/campaigns.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Raffle, RaffleDraws, RaffleEntry } from '../../../contract/raffle.ts';
import { prizesInTurn } from '../../../contract/rules/promotions/raffle.ts';
import {
  freshPhone,
  signUp,
  signUpMany,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { addOffer, addRaffle } from '../../testing/campaigns.ts';
import { forEachEngine } from '../../testing/database.ts';
import { endCampaign } from '../campaigns/insertCampaign.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { readWallet } from '../wallet/wallet.ts';
import { drawNumber, hashOfSeed } from './draw.ts';

const hour = 3600;

forEachEngine((engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const enter = (
    { sessionId: session }: Rider,
    type: string,
    key: string = randomUUID(),
  ): Promise<CallAnswer> =>
    app.call(fillPath(paths.raffleEntries, { type }), { method: 'POST', session, key });
  const read = async (type: string, rider?: Rider) => {
    const path = fillPath(paths.raffle, { type });
    return Raffle.parse(
      (await app.call(path, { ...(rider && { session: rider.sessionId }) })).body,
    );
  };
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const riders = (count: number) => signUpMany(app, count);
  const drawsOf = async (type: string, query = '') => {
    const { body } = await app.call(fillPath(paths.raffleDraws, { type }) + query);
    return RaffleDraws.parse(body);
  };
  /** Sets the clock to the time `local`, which is in the ISO 8601 format. */
  const goTo = (local: string) => {
    const seconds = (Date.parse(local) - app.deps.clock.now().getTime()) / 1000;
    app.deps.clock.advance(seconds);
  };

  test("a rider enters once a day, gets the prize at once, and can enter again after midnight in the raffle's zone", async () => {
    // Half an hour before midnight. On the next day, the clocks are set back in the raffle's time zone.
    goTo('2028-11-04T23:30:00-05:00');
    const rider = await signUp(app);
    const type = await addRaffle(app.deps, { starts: '2028-11-01', ends: '2028-12-01' });
    expect((await read(type, rider)).mine).toEqual({ nextEntryAt: null, entries: [] });
    const key = randomUUID();
    const answer = await enter(rider, type, key);
    expect(answer.status).toBe(201);
    const entry = RaffleEntry.parse(answer.body);
    expect(entry).toMatchObject({ number: 1, prize: 0, claim: { reward: { kind: 'goCash' } } });
    expect((await enter(rider, type, key)).body).toEqual(answer.body);
    expect(codeOf(await enter(rider, type))).toBe('campaignClaimed');
    expect((await read(type, rider)).mine).toEqual({
      nextEntryAt: '2028-11-05T05:00:00.000Z',
      entries: [entry],
    });
    // The day on which the clocks go back has 25 hours, but a rider may still enter only once.
    app.deps.clock.advance(hour);
    expect((await read(type, rider)).mine?.nextEntryAt).toBeNull();
    expect((await enter(rider, type)).status).toBe(201);
    expect((await read(type, rider)).mine?.nextEntryAt).toBe('2028-11-06T06:00:00.000Z');
    app.deps.clock.advance(24 * hour);
    expect(codeOf(await enter(rider, type))).toBe('campaignClaimed');
    app.deps.clock.advance(hour);
    expect((await enter(rider, type)).status).toBe(201);
    expect(await readWallet(app.deps.db, rider.userId, 'USD')).toEqual({ topUp: 0, bonus: 150 });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('concurrent entries have numbers without gaps, and win a prize at most as often as it has stock @slow', async () => {
    const type = await addRaffle(app.deps, {
      outOf: 2,
      prizes: [
        { reward: { kind: 'goCash', amount: 500 }, chances: 1, stock: 3 },
        { reward: { kind: 'freeMinutes', minutes: 60, validDays: 7 }, chances: 1, stock: null },
      ],
    });
    const all = await riders(40);
    const answers = await Promise.all(all.map((rider) => enter(rider, type)));
    const entries = answers.map(({ body }) => RaffleEntry.parse(body));
    const numbers = entries.map(({ number }) => number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(entries.filter(({ prize }) => prize === 0)).toHaveLength(3);
    expect(await auditLedger(app.deps.db)).toEqual([]);

    const open = await read(type);
    expect(open).toMatchObject({ seed: null, entries: 40, mine: null });
    await endCampaign(app.deps.db, type, app.deps.clock.now());
    const { seed, seedHash, prizes, outOf } = await read(type);
    expect(seedHash).toBe(open.seedHash);
    expect(hashOfSeed(seed ?? '')).toBe(seedHash);
    const inTurn = prizesInTurn(prizes);
    const again = numbers.map((number) => ({
      number,
      prize: inTurn(drawNumber(seed ?? '', type, number, outOf)),
    }));
    expect(await drawsOf(type)).toEqual({ draws: again, next: null });
    expect(await drawsOf(type, '?after=38')).toEqual({ draws: again.slice(38), next: null });
    const drawn = entries.map(({ number, prize }) => ({ number, prize }));
    expect(drawn.toSorted((a, b) => a.number - b.number)).toEqual(again);
  }, 120_000);

  test('a rider who enters a hundred times concurrently draws once @slow', async () => {
    const rider = await signUp(app);
    const type = await addRaffle(app.deps);
    const answers = await Promise.all(Array.from({ length: 100 }, () => enter(rider, type)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['campaignClaimed']));
    expect((await read(type)).entries).toBe(1);
  }, 120_000);

  test('a rider gets no second entry with a new phone, or with a new account of the old phone', async () => {
    const rider = await signUp(app);
    const type = await addRaffle(app.deps);
    expect((await enter(rider, type)).status).toBe(201);
    const { db } = app.deps;
    const changed = freshPhone();
    await db.updateTable('users').set({ phone: changed }).where('id', '=', rider.userId).execute();
    expect(codeOf(await enter(rider, type))).toBe('campaignClaimed');
    const again = await signUp(app, rider.phone);
    expect(again.userId).not.toBe(rider.userId);
    expect((await read(type, again)).mine?.nextEntryAt).not.toBeNull();
    expect(codeOf(await enter(again, type))).toBe('campaignClaimed');
    expect((await read(type)).entries).toBe(1);
    const seen = await app.call(fillPath(paths.campaign, { type }), { session: again.sessionId });
    expect(Campaign.parse(seen.body).mine?.obstacle).toBe('claimed');
  });

  test('a raffle has no draw before its start, after its end, or for riders outside its audience', async () => {
    const { deps } = app;
    const [rider, other] = [await signUp(app), await signUp(app)];
    const now = deps.clock.now().getTime();
    const at = (hours: number) => new Date(now + hours * hour * 1000).toISOString();
    const type = await addRaffle(deps, { starts: at(1), ends: at(2), audience: 'newRiders' });
    expect(codeOf(await enter(rider, type))).toBe('campaignNotStarted');
    deps.clock.advance(hour);
    const offer = await addOffer(deps, { audience: 'newRiders' });
    await app.call(fillPath(paths.campaignClaims, { type: offer }), {
      method: 'POST',
      session: other.sessionId,
      key: randomUUID(),
      body: { near: null },
    });
    expect(codeOf(await enter(other, type))).toBe('campaignNotForYou');
    expect((await enter(rider, type)).status).toBe(201);
    deps.clock.advance(hour);
    expect(codeOf(await enter(rider, type))).toBe('campaignEnded');
    expect((await read(type)).seed).toMatch(/^[0-9a-f]{64}$/);
    expect(codeOf(await enter(rider, offer))).toBe('campaignNotFound');
    expect((await read(type)).entries).toBe(1);
  });

  test('the draws of a deleted account remain, without personal data', async () => {
    const rider = await signUp(app);
    const type = await addRaffle(app.deps);
    expect((await enter(rider, type)).status).toBe(201);
    const { status } = await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
    expect(status).toBe(204);
    expect(await drawsOf(type)).toEqual({ draws: [{ number: 1, prize: 0 }], next: null });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('an invalid value of `after` is refused', async () => {
    const type = await addRaffle(app.deps);
    for (const after of ['-1', '1.5', 'x', '99999999999999']) {
      const answer = await app.call(`${fillPath(paths.raffleDraws, { type })}?after=${after}`);
      expect(codeOf(answer)).toBe('invalidInput');
    }
  });
});

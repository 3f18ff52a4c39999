import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { addOffer, addRaffle } from '../../testing/campaigns.ts';
import { auditLedger } from './auditLedger.ts';

let app: TestApp;
let rider: Rider;

beforeAll(async () => {
  app = await startTestApp();
  rider = await signUp(app);
});
afterAll(() => app.close());

const post = async (path: string, body?: unknown) => {
  const { sessionId: session } = rider;
  const { status } = await app.call(path, { method: 'POST', session, key: randomUUID(), body });
  expect(status).toBe(201);
};

test('the audit compares the counts, payments and numbers of campaigns with the actual rows', async () => {
  const { db } = app.deps;
  const coupon = await addOffer(app.deps);
  const goCash = await addOffer(app.deps, { reward: { kind: 'goCash', amount: 300 } });
  const raffle = await addRaffle(app.deps);
  for (const type of [coupon, goCash]) {
    await post(fillPath(paths.campaignClaims, { type }), { near: null });
  }
  await post(fillPath(paths.raffleEntries, { type: raffle }));
  expect(await auditLedger(db)).toEqual([]);

  const wrongs: [spoil: ReturnType<typeof sql>, mend: ReturnType<typeof sql>, said: RegExp][] = [
    [
      sql`update campaigns set claims = claims + 1 where type = ${coupon}`,
      sql`update campaigns set claims = claims - 1 where type = ${coupon}`,
      /^campaign t-\S+ counts claims 2 of 100 but there are 1 of 100$/,
    ],
    [
      sql`update campaigns set granted = 299 where type = ${goCash}`,
      sql`update campaigns set granted = 300 where type = ${goCash}`,
      /counts claims 1 of 299 but there are 1 of 300$/,
    ],
    [
      sql`update raffles set next_number = 3`,
      sql`update raffles set next_number = 2`,
      /^raffle t-\S+ is at number 3 with 1 entries$/,
    ],
    [
      sql`update raffle_entries set number = 2`,
      sql`update raffle_entries set number = 1`,
      /^raffle t-\S+ is at number 2 with 1 entries$/,
    ],
  ];
  for (const [spoil, mend, said] of wrongs) {
    await spoil.execute(db);
    expect(await auditLedger(db)).toEqual([expect.stringMatching(said)]);
    await mend.execute(db);
  }
  await sql`update campaign_claims set reward = jsonb_set(reward, '{amount,amount}', '250')
    where reward->>'kind' = 'goCash' and (reward->'amount'->>'amount')::int = 300`.execute(db);
  expect(await auditLedger(db)).toEqual([
    expect.stringMatching(/^campaign:\S+ is worth 250 but 300 is booked$/),
    expect.stringMatching(/^campaign \S+ counts claims 1 of 300 but there are 1 of 250$/),
  ]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignedIn, CodeIssued } from '../../../contract/signIn/auth.ts';
import { Campaign, CampaignClaim } from '../../../contract/campaigns.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { RiderData } from '../../../contract/profile.ts';
import { RaffleEntry } from '../../../contract/raffle.ts';
import { registerOrderJobs } from '../../composition.ts';
import { freshPhone, signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { addOffer, addRaffle } from '../../testing/campaigns.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { auditLedger } from '../audit/auditLedger.ts';

/** These tests are about audiences that depend on rentals, cards and invites. */
let app: TestApp;
let renting: Renting;

beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments() });
  registerOrderJobs(app.deps);
  renting = await Renting.at(app);
});
afterAll(() => app.close());

const claim = ({ sessionId: session }: Rider, type: string) =>
  app.call(fillPath(paths.campaignClaims, { type }), {
    method: 'POST',
    session,
    key: randomUUID(),
    body: { near: null },
  });
const obstacleOf = async ({ sessionId: session }: Rider, type: string) => {
  const { body } = await app.call(fillPath(paths.campaign, { type }), { session });
  return Campaign.parse(body).mine?.obstacle;
};
const newRiders = () => addOffer(app.deps, { audience: 'newRiders' });
const addCard = ({ sessionId: session }: Rider, token: string) =>
  app.call(paths.paymentMethods, {
    method: 'POST',
    session,
    key: randomUUID(),
    body: { token, country: 'US', postalCode: '60601', makeDefault: true },
  });
const leave = ({ sessionId: session }: Rider) => app.call(paths.me, { method: 'DELETE', session });
/** Signs up with another rider's invite code. */
async function signUpInvited(inviteCode: string, phone: string): Promise<Rider> {
  const asked = await app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
  const { requestId } = CodeIssued.parse(asked.body);
  const body = { code: app.sms.codeFor(phone), inviteCode };
  const answer = await app.call(fillPath(paths.verifyCode, { requestId }), {
    method: 'POST',
    body,
  });
  const { sessionId, user } = SignedIn.parse(answer.body);
  const { id: userId } = await app.deps.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  return { sessionId, user, userId, phone };
}

test('a claimed coupon pays for a rental, and a rider is not new after a rental @slow', async () => {
  const type = await newRiders();
  const [rider, slow] = [await signUp(app), await signUp(app)];
  const { coupon } = CampaignClaim.parse((await claim(rider, type)).body);
  const order = await renting.rent(rider, await renting.addCard(rider), 90);
  expect(order).toMatchObject({ coupon: { id: coupon?.id }, total: { amount: 200 } });
  await renting.rent(slow, await renting.addCard(slow), 10);
  expect(await obstacleOf(slow, type)).toBe('notNewRider');
  expect((await claim(slow, type)).status).toBe(409);
  expect(await auditLedger(app.deps.db)).toEqual([]);
});

test('a rider with the card of an earlier new rider is not a new rider', async () => {
  const [first, type] = [await signUp(app), await newRiders()];
  expect((await claim(first, type)).status).toBe(201);
  // The rider adds the card after the claim. The deletion of the account also deletes the card.
  await addCard(first, 'tok_pays_again');
  await leave(first);
  const second = await signUp(app);
  expect(await obstacleOf(second, type)).toBeNull();
  expect((await addCard(second, 'tok_pays_again')).status).toBe(201);
  expect(await obstacleOf(second, type)).toBe('claimed');
  expect(await obstacleOf(second, await newRiders())).toBe('notNewRider');
  // The card does not prevent claims of campaigns for everyone.
  expect(await obstacleOf(second, await addOffer(app.deps))).toBeNull();
});

test('an invited friend is a new rider, but not with a second account of the same phone', async () => {
  const type = await newRiders();
  const host = await signUp(app);
  const friend = await signUpInvited(host.user.inviteCode, freshPhone());
  expect([await obstacleOf(host, type), await obstacleOf(friend, type)]).toEqual([null, null]);
  await leave(friend);
  expect(await obstacleOf(await signUp(app, friend.phone), type)).toBe('notNewRider');
});

test("a rider belongs to a city after a rental there, by the city's circle or by its stations @slow", async () => {
  const { stationId } = renting.cabinet;
  const { lat, lng } = await app.deps.db
    .selectFrom('stations')
    .select(['lat', 'lng'])
    .where('id', '=', stationId)
    .executeTakeFirstOrThrow();
  const here = await addOffer(app.deps, {
    audience: 'cities',
    cities: [{ name: 'Here', lat, lng, radiusMetres: 500 }],
  });
  const byStation = await addOffer(app.deps, {
    audience: 'cities',
    cities: [{ name: 'There', stations: [stationId] }],
  });
  const raffle = await addRaffle(app.deps, {
    audience: 'cities',
    cities: [{ name: 'There', stations: [stationId] }],
  });
  const away = await addOffer(app.deps, {
    audience: 'cities',
    cities: [{ name: 'Away', lat: lat + 1, lng, radiusMetres: 500 }],
  });
  const rider = await signUp(app);
  expect(await obstacleOf(rider, byStation)).toBe('otherCity');
  const near = `?lat=${lat + 0.01}&lng=${lng}`;
  const { sessionId: session } = rider;
  const path = fillPath(paths.campaign, { type: byStation }) + near;
  expect(Campaign.parse((await app.call(path, { session })).body).mine?.obstacle).toBeNull();
  await renting.rent(rider, await renting.addCard(rider), 10);
  for (const type of [here, byStation, raffle]) expect(await obstacleOf(rider, type)).toBeNull();
  expect(await obstacleOf(rider, away)).toBe('otherCity');
});

test('the file with all data about a rider contains claims and prizes', async () => {
  const rider = await signUp(app);
  const { sessionId: session } = rider;
  const offer = await addOffer(app.deps, { reward: { kind: 'freeMinutes', minutes: 30 } });
  const raffle = await addRaffle(app.deps);
  await claim(rider, offer);
  const entered = await app.call(fillPath(paths.raffleEntries, { type: raffle }), {
    method: 'POST',
    session,
    key: randomUUID(),
  });
  const { number, at } = RaffleEntry.parse(entered.body);
  const data = RiderData.parse((await app.call(paths.myData, { session })).body);
  expect(data.campaignClaims).toMatchObject([
    { campaign: offer, reward: { kind: 'freeMinutes', minutes: 30 } },
    { campaign: raffle, reward: { kind: 'goCash' } },
  ]);
  expect(data.raffleEntries).toEqual([
    { raffle, number, prize: 0, at, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ]);
  expect(data.walletMovements).toMatchObject([{ reason: 'campaign', bonus: { amount: 50 } }]);
});

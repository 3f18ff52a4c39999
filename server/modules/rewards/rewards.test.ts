import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CampaignClaim } from '../../../contract/campaigns.ts';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import { FriendReward, Referral } from '../../../contract/referral.ts';
import { Wallet } from '../../../contract/wallet.ts';
import { registerOrderJobs } from '../../composition.ts';
import { freshPhone, signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { addOffer } from '../../testing/campaigns.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { chargeableBackMs, dropOldMethods } from '../payments/methods/dropOldMethods.ts';
import { RentalTimers } from '../rental/timers.ts';
import { creditReward } from './creditReward.ts';
import { releaseRewards } from './releaseRewards.ts';

const payments = new FakePayments();
let app: TestApp;
let renting: Renting;
let host: Rider;

beforeAll(async () => {
  app = await startTestApp({ payments, env: { CODES_PER_ADDRESS: '1000' } });
  registerOrderJobs(app.deps);
  renting = await Renting.at(app);
  host = await signUp(app);
});
afterAll(() => app.close());

/** Returns a rider without a phone, like a rider who signed up with a social account. */
async function withoutPhone(): Promise<Rider> {
  const rider = await signUp(app);
  await app.deps.db
    .updateTable('users')
    .set({ phone: null })
    .where('id', '=', rider.userId)
    .execute();
  return rider;
}

async function post({ sessionId: session }: Rider, path: string, body: unknown) {
  return app.call(path, { method: 'POST', session, key: randomUUID(), body });
}

/** Enters the invite code of `host`. */
async function redeem(rider: Rider): Promise<FriendReward> {
  return FriendReward.parse(
    (await post(rider, paths.friendCode, { code: host.user.inviteCode })).body,
  );
}

async function verifyPhone(rider: Rider, phone = freshPhone()): Promise<void> {
  const { requestId } = CodeIssued.parse((await post(rider, paths.myPhone, { phone })).body);
  const path = fillPath(paths.verifyMyPhone, { requestId });
  expect((await post(rider, path, { code: app.sms.codeFor(phone) })).status).toBe(200);
  await app.deps.outbox.idle();
}

async function goCash({
  sessionId: session,
}: Rider): Promise<[spendable: number, pending: number]> {
  const wallet = Wallet.parse((await app.call(paths.wallet, { session })).body);
  return [wallet.total.amount, wallet.pending?.amount ?? 0];
}

async function rewardOf({ sessionId: session }: Rider) {
  const [reward] = Referral.parse((await app.call(paths.referral, { session })).body).rewards;
  return reward;
}

const books = async () => expect(await auditLedger(app.deps.db)).toEqual([]);

test('a rider with a verified phone can spend a reward at once', async () => {
  const rider = await signUp(app);
  expect(await redeem(rider)).toEqual({ reward: { amount: 200, currency: 'USD' } });
  expect(await goCash(rider)).toEqual([200, 0]);
});

test('the reward of a rider without a phone is pending, and a verified phone releases it once', async () => {
  const rider = await withoutPhone();
  expect(await redeem(rider)).toMatchObject({ pending: true });
  expect(await goCash(rider)).toEqual([0, 200]);
  expect(await rewardOf(rider)).toMatchObject({ state: 'credited', pending: true });
  await verifyPhone(rider);
  expect(await goCash(rider)).toEqual([200, 0]);
  expect((await rewardOf(rider))?.pending).toBeUndefined();
  await verifyPhone(rider);
  expect(await goCash(rider)).toEqual([200, 0]);
  await books();
});

test('the first paid rental releases a pending reward, but cannot be paid with it @slow', async () => {
  const rider = await withoutPhone();
  await redeem(rider);
  const card = await renting.addCard(rider);
  const refused = await renting.start(rider, card, { useGoCash: true });
  expect(Problem.parse(refused.body).code).toBe('goCashInsufficient');
  await renting.rent(rider, card, 90);
  expect(await goCash(rider)).toEqual([200, 0]);
  await renting.rent(rider, card, 90);
  expect(await goCash(rider)).toEqual([200, 0]);
  await books();
});

test('a paid loss releases a pending reward, but the captured deposit alone does not @slow', async () => {
  const rider = await withoutPhone();
  await redeem(rider);
  const timers = new RentalTimers(app.deps);
  const pass = async (hours: number) => {
    app.deps.clock.advance(hours * 3600);
    await timers.runDue();
    await renting.settle();
  };
  await renting.start(rider, await renting.addCard(rider, 'failsLater'));
  await renting.settle();
  await pass(24);
  expect(await goCash(rider)).toEqual([0, 200]);
  await pass(24);
  expect(await goCash(rider)).toEqual([0, 200]);
  const [unpaid] = await app.deps.db
    .selectFrom('rentals')
    .select(['id', 'state'])
    .where('user_id', '=', rider.userId)
    .execute();
  expect(unpaid?.state).toBe('unpaid');
  const body = { paymentMethodId: await renting.addCard(rider), goCash: false };
  await post(rider, fillPath(paths.payOrder, { id: unpaid?.id ?? '' }), body);
  await renting.settle();
  expect(await goCash(rider)).toEqual([200, 0]);

  const other = await withoutPhone();
  await redeem(other);
  await renting.start(other, await renting.addCard(other));
  await renting.settle();
  await pass(24);
  expect(await goCash(other)).toEqual([0, 200]);
  // The deposit is captured, and the charge of the rest has no answer yet.
  payments.lose = () => 'before';
  await pass(24);
  await transact(app.deps, (work) => releaseRewards(work, app.deps, other.userId));
  expect(await goCash(other)).toEqual([0, 200]);
  payments.lose = () => null;
  await pass(0.1);
  expect(await goCash(other)).toEqual([200, 0]);
  await books();
});

test('a phone and a card together release only one reward, whichever account has them', async () => {
  const [first, second, third] = [await withoutPhone(), await withoutPhone(), await withoutPhone()];
  for (const rider of [first, second, third]) await redeem(rider);
  const phone = freshPhone();
  const card = { token: `tok_pays_${randomUUID()}`, country: 'US', postalCode: '60601' };
  await post(first, paths.paymentMethods, { ...card, makeDefault: true });
  await verifyPhone(first, phone);
  expect(await goCash(first)).toEqual([200, 0]);
  await app.call(paths.me, { method: 'DELETE', session: first.sessionId });

  await verifyPhone(second, phone);
  expect(await goCash(second)).toEqual([0, 0]);
  expect(await rewardOf(second)).toMatchObject({ state: 'reversed' });

  // Another rider got a reward with the card that this rider saves, so the server reverses this rider's reward at once.
  await post(third, paths.paymentMethods, { ...card, makeDefault: true });
  await verifyPhone(third);
  expect(await goCash(third)).toEqual([0, 0]);
  await books();
});

test('cards that were removed long ago do not make two riders the same person', async () => {
  const riders = [await signUp(app), await signUp(app)];
  for (const rider of riders) {
    const card = { token: `tok_pays_${randomUUID()}`, country: 'US', postalCode: '60601' };
    const added = await post(rider, paths.paymentMethods, { ...card, makeDefault: true });
    const { id } = PaymentMethod.parse(added.body);
    const path = fillPath(paths.paymentMethod, { id });
    await app.call(path, { method: 'DELETE', session: rider.sessionId, key: randomUUID() });
  }
  await dropOldMethods(app.deps.db, addMs(app.deps.clock.now(), chargeableBackMs + 1000));
  for (const rider of riders) {
    await redeem(rider);
    expect(await goCash(rider)).toEqual([200, 0]);
  }
  await books();
});

test('a rider gets no reward if a card of the rider already got a reward with another account @slow', async () => {
  const reward = { kind: 'goCash', amount: 150 } as const;
  const type = await addOffer(app.deps, { audience: 'newRiders', reward });
  const claim = (rider: Rider) =>
    post(rider, fillPath(paths.campaignClaims, { type }), { near: null });
  const first = await signUp(app);
  const [asFriend, asReferrer] = await withCardOf(first);
  expect((await claim(first)).status).toBe(201);

  const invite = await post(asFriend, paths.friendCode, { code: host.user.inviteCode });
  expect(Problem.parse(invite.body).code).toBe('inviteUsed');
  expect(await goCash(asFriend)).toEqual([0, 0]);
  const friend = await signUp(app);
  const used = await post(friend, paths.friendCode, { code: asReferrer.user.inviteCode });
  expect(used.status).toBe(201);
  expect(await goCash(friend)).toEqual([200, 0]);
  expect(await goCash(asReferrer)).toEqual([0, 0]);
  expect(await rewardOf(asReferrer)).toMatchObject({ state: 'reversed' });

  const invited = await signUp(app);
  const [asNew] = await withCardOf(invited);
  await redeem(invited);
  expect(Problem.parse((await claim(asNew)).body).code).toBe('campaignNotForYou');
  expect(await goCash(asNew)).toEqual([0, 0]);
  await books();
});

/** Saves the same new card for the rider and for two new riders, who have their own phones. */
async function withCardOf(rider: Rider): Promise<[Rider, Rider]> {
  const card = { token: `tok_pays_${randomUUID()}`, country: 'US', postalCode: '60601' };
  const riders: [Rider, Rider] = [await signUp(app), await signUp(app)];
  for (const one of [rider, ...riders]) {
    await post(one, paths.paymentMethods, { ...card, makeDefault: true });
  }
  return riders;
}

test('the GoCash of an offer for new riders is pending, and the GoCash of other offers is credited at once', async () => {
  const rider = await withoutPhone();
  const reward = { kind: 'goCash', amount: 150 } as const;
  const forNew = await addOffer(app.deps, { audience: 'newRiders', reward });
  const forAll = await addOffer(app.deps, { reward });
  for (const type of [forNew, forAll]) {
    const path = fillPath(paths.campaignClaims, { type });
    const claim = CampaignClaim.parse((await post(rider, path, { near: null })).body);
    expect(claim.pending ?? false).toBe(type === forNew);
  }
  expect(await goCash(rider)).toEqual([150, 150]);
  await books();
  await verifyPhone(rider);
  expect(await goCash(rider)).toEqual([300, 0]);
  await books();
});

test('a deleted account loses its pending rewards', async () => {
  const rider = await withoutPhone();
  await redeem(rider);
  await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
  const rewards = await app.deps.db
    .selectFrom('pending_rewards')
    .select('state')
    .where('user_id', '=', rider.userId)
    .execute();
  expect(rewards).toEqual([{ state: 'dropped' }]);
});

test('an operator can switch off the rule for pending rewards', async () => {
  const { userId } = await withoutPhone();
  const settings = { ...app.deps.settings, rewards: { needProof: false } };
  const reward = { userId, currency: 'USD', amount: 70, reason: 'referralReward' } as const;
  const key = `referral:${randomUUID()}:friend`;
  expect(await transact(app.deps, (work) => creditReward(work, settings, { ...reward, key }))).toBe(
    'credited',
  );
});

test('each reward is credited once, in any order of events @slow', async () => {
  const event = fc.constantFrom('reward', 'reward', 'proof', 'release', 'releaseTwice');
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 10 }), async (events) => {
      const rider = await withoutPhone();
      const { userId } = rider;
      const release = () => transact(app.deps, (work) => releaseRewards(work, app.deps, userId));
      let proven = false;
      let pending = 0;
      let credited = 0;
      for (const one of events) {
        if (one === 'reward') {
          const reward = {
            userId,
            currency: 'USD',
            amount: 100,
            reason: 'referralReward',
          } as const;
          const key = `referral:${randomUUID()}:friend`;
          await transact(app.deps, (work) =>
            creditReward(work, app.deps.settings, { ...reward, key }),
          );
          if (proven) credited += 100;
          else pending += 100;
        } else if (one === 'proof') {
          proven = true;
          await sql`update users set phone = ${freshPhone()} where id = ${userId}`.execute(
            app.deps.db,
          );
        } else {
          await Promise.all(one === 'release' ? [release()] : [release(), release()]);
          if (proven) {
            credited += pending;
            pending = 0;
          }
        }
        expect(await goCash(rider)).toEqual([credited, pending]);
      }
    }),
    { numRuns: 8 },
  );
  await books();
});

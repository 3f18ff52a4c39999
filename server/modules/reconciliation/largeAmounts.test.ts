import { afterAll, beforeAll, expect, test } from 'vitest';
import { forBothEngines } from '../../testing/database.ts';
import { signUp } from '../../testing/app.ts';
import { changeTestTariff } from '../../testing/stations.ts';
import { StripeApp } from '../../testing/stripeApp.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { auditBooks } from '../accounting/auditBooks.ts';
import { accountSums } from '../ledger/readLedger.ts';
import { readDay } from './readDay.ts';
import { reconcile } from './reconcile.ts';

const dayMs = 24 * 60 * 60_000;
/** The sum of two such fees is above 2^31. In pesos or rupiah, the sum of a day can be this high. */
const unlockFee = 1_500_000_000;

forBothEngines((engine) => {
  let world: StripeApp;
  beforeAll(async () => {
    world = await StripeApp.start(engine);
    await changeTestTariff(world.db, { unlockFee });
  });
  afterAll(() => world.close());

  /** Makes two rentals, and returns the sum of their totals. */
  const rentTwice = async () => {
    let sum = 0;
    for (const _time of [1, 2]) {
      const rider = await signUp(world.app);
      const { total } = await world.renting.rent(rider, await world.addCard(rider), 30);
      sum += total?.amount ?? 0;
    }
    await world.deliver();
    expect(sum).toBeGreaterThan(2 ** 31);
    return sum;
  };
  /** Waits until the movements count as settled, and runs the reconciliation. */
  const compare = async () => {
    world.app.deps.clock.advance(25 * 60 * 60);
    expect(await reconcile(world.app.deps)).toBe(true);
    const now = world.app.deps.clock.now();
    return readDay(world.db, addMs(now, -30 * dayMs), now);
  };

  test('a day and a payout above 2^31 minor units cause no difference @slow', async () => {
    const gross = await rentTwice();
    const { balance } = world.stripe.account;
    const fees = balance.transactions.reduce((sum, { fee }) => sum + fee, 0);
    balance.payOut();
    const { summaries, differences } = await compare();
    expect(differences).toEqual([]);
    const net = gross - fees;
    expect(summaries).toMatchObject([{ gross, fees, net, payouts: net }]);
    const sums = await accountSums(world.db, { from: null, until: null });
    expect(sums.find(({ account }) => account === 'bank')).toMatchObject({ debits: net });
    expect(await auditBooks(world.db)).toEqual([]);
  });

  test('a difference above 2^31 minor units is stored @slow', async () => {
    await rentTwice();
    const short = 2 ** 31 + 1;
    world.stripe.account.balance.payOut({ short });
    const { differences } = await compare();
    expect(differences).toMatchObject([{ kind: 'payout', amount: -short }]);
  });
});

import { randomUUID } from 'node:crypto';
import { sql, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReconciledDay, ReconciliationAsked } from '../../../contract/operators/accounting.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import { Wallet } from '../../../contract/wallet.ts';
import { MovableClock } from '../../time/clock.ts';
import { ops } from '../../commands/ops/ops.ts';
import { runCommand } from '../../commands/runCommand.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { transact, UnitOfWork } from '../../db/unitOfWork.ts';
import { startReconciliation } from '../../jobs/reconciliation.ts';
import { createStripeProvider } from '../../providers/payments/stripe/stripeProvider.ts';
import type { PaymentProvider } from '../../providers/payments/provider.ts';
import { signUp, startTestApp, stepUp, type Rider, type TestApp } from '../../testing/app.ts';
import { Operators, serverKey } from '../../testing/operators/operators.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { createTestDatabase, postgresRuns, preferredEngine } from '../../testing/database.ts';
import { Renting } from '../../testing/renting.ts';
import { FakeStripe } from '../../testing/stripe/fakeStripe.ts';
import { nextTimeOfDay } from '../../time/timeZones.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { createCustomerStore } from '../payments/customers.ts';
import { createKeyStore } from '../payments/providerKeys.ts';
import { applyMinimumCharges } from '../rental/bill/minimumCharges.ts';
import { compareBalance } from './compareBalance.ts';
import { openBooks } from './importTransactions.ts';
import { lastRun } from './readDay.ts';
import { reconcile } from './reconcile.ts';

/**
 * These tests call the whole server over HTTP, and the server calls a fake of Stripe over HTTP with Stripe's
 * package.
 */
let database: OpenDatabase;
let stripe: FakeStripe;
let payments: PaymentProvider;
let app: TestApp;
let renting: Renting;

const hour = 60 * 60;
const day = 24 * hour;

beforeEach(async () => {
  // The clock starts at one in the morning, so that all payments of a test are on the same day.
  const clock = new MovableClock();
  clock.advance((nextTimeOfDay(clock.now(), 60, 'UTC').getTime() - clock.now().getTime()) / 1000);
  [database, stripe] = await Promise.all([
    createTestDatabase(preferredEngine),
    FakeStripe.start(clock),
  ]);
  const { secretKey, publishableKey, webhookSecret, url } = stripe;
  payments = createStripeProvider({
    secretKey,
    publishableKey,
    webhookSecrets: [webhookSecret],
    url,
    sheets: [],
    returnUrl: 'https://go.example/home',
    clock,
    customers: createCustomerStore(database.db, 'stripe'),
    keys: createKeyStore(database.db, clock, 'stripe'),
  });
  const env = { GOCASH_REFUNDABLE: '1', OPERATOR_KEY: serverKey };
  app = await startTestApp({ db: database.db, clock, payments, env });
  registerOrderJobs(app.deps);
  renting = await Renting.at(app);
  await applyMinimumCharges(app.deps);
});
afterEach(async () => {
  await app.close();
  await Promise.all([database.close(), stripe.close()]);
});

async function addCard({ sessionId, userId }: Rider): Promise<string> {
  const setup = await payments.beginSetup({ key: randomUUID(), customer: userId });
  if (setup?.outcome !== 'ready') throw new Error('no setup');
  stripe.account.finishSetup(setup.id);
  const body = { token: setup.id, country: 'US', postalCode: '60601', makeDefault: true };
  const options = { method: 'POST', session: sessionId, key: randomUUID(), body };
  return PaymentMethod.parse((await app.call(paths.paymentMethods, options)).body).id;
}

async function topUp({ sessionId: session }: Rider, paymentMethodId: string): Promise<void> {
  const { offers } = Wallet.parse((await app.call(paths.wallet, { session })).body);
  const body = { ...offers[0], paymentMethodId };
  await app.call(paths.topUps, { method: 'POST', session, key: randomUUID(), body });
  await app.deps.outbox.idle();
}

async function refundTopUps(rider: Rider): Promise<void> {
  await stepUp(app, rider);
  const { sessionId: session } = rider;
  await app.call(paths.walletRefund, { method: 'POST', session, key: randomUUID(), body: {} });
  await app.deps.outbox.idle();
}

/** Makes two rentals, two top-ups, and a refund of each top-up. The second refund fails. */
async function rentAndPay(): Promise<Rider> {
  const rider = await signUp(app);
  const card = await addCard(rider);
  await renting.rent(rider, card, 90);
  await renting.rent(rider, card, 200);
  await topUp(rider, card);
  await refundTopUps(rider);
  await topUp(rider, card);
  await refundTopUps(rider);
  const refund = stripe.account.refunds.at(-1);
  if (!refund) throw new Error('nothing was refunded');
  stripe.account.failRefund(refund);
  await deliver();
  return rider;
}

async function deliver(): Promise<void> {
  const url = app.url + fillPath(paths.paymentWebhook, { provider: 'stripe' });
  await stripe.deliver(url, app.deps.clock.now());
  await app.deps.outbox.idle();
}

/** Makes a rental of a new rider, and returns its charge. */
async function rentedByNew() {
  const rider = await signUp(app);
  await renting.rent(rider, await addCard(rider), 90);
  const charged = [...account().intents.values()].findLast(
    ({ amount_received }) => amount_received > 0,
  );
  if (!charged) throw new Error('nothing was charged');
  return charged;
}

/** Makes all kinds of movements of money on one day, except a payout. Returns the amount of the lost chargeback. */
async function wholeDay(): Promise<number> {
  await rentAndPay();
  const rider = await signUp(app);
  const card = await addCard(rider);
  for (let times = 0; times < 5; times++) await topUp(rider, card);
  const [won, lost, refunded, returned] = [
    await rentedByNew(),
    await rentedByNew(),
    await rentedByNew(),
    await rentedByNew(),
  ];
  const dueBy = new Date(app.deps.clock.now().getTime() + 7 * day * 1000);
  const disputes = [won, lost].map(({ id }) => stripe.disputes.open(id, { dueBy }));
  account().refund({ payment_intent: refunded.id, amount: '50' });
  const failing = account().refund({ payment_intent: returned.id });
  await deliver();
  stripe.disputes.close(disputes[0]?.id ?? '', 'won');
  stripe.disputes.close(disputes[1]?.id ?? '', 'lost');
  account().failRefund(failing);
  account().balance.add('stripe_fee', { amount: -25 });
  await deliver();
  return lost.amount_received;
}

/** Waits until the movements count as settled, and runs the reconciliation. Returns the differences. */
async function compare(): Promise<string[]> {
  app.deps.clock.advance(25 * hour);
  expect(await reconcile(app.deps)).toBe(true);
  return differences();
}

async function differences(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('support_cases')
    .select(sql<string>`details->>'difference' || ' ' || (details->>'amount')`.as('text'))
    .where('kind', '=', 'booksDiffer')
    .orderBy('created_at')
    .execute();
  return rows.map(({ text }) => text);
}

async function owed(account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(case when debit = ${account} then amount else -amount end), 0)::int as sum
    from ledger_entries where ${account} in (debit, credit)`.execute(database.db);
  return rows[0]?.sum ?? 0;
}

const account = () => stripe.account;
const transactions = () => account().balance.transactions;
const balance = () => transactions().reduce((sum, { net }) => sum + net, 0);
const ofType = (type: string) => {
  const found = transactions().findLast((one) => one.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
};

test('a day with rentals, refunds, a top-up, a failed refund, fees and a payout has no difference @slow', async () => {
  await rentAndPay();
  expect(await compare()).toEqual([]);
  expect(await owed('clearing:USD')).toBe(balance());
  const fees = transactions().reduce((sum, { fee }) => sum + fee, 0);
  expect(fees).toBeGreaterThan(0);
  expect(await owed('providerFees:USD')).toBe(fees);

  account().balance.payOut();
  expect(await compare()).toEqual([]);
  expect(balance()).toBe(0);
  expect(await owed('clearing:USD')).toBe(0);
  expect(await owed('bank:USD')).toBe(-ofType('payout').amount);
  const states = await database.db
    .selectFrom('provider_transactions')
    .select('state')
    .distinct()
    .orderBy('state')
    .execute();
  expect(states).toEqual([{ state: 'booked' }, { state: 'matched' }]);
  expect(await auditLedger(database.db)).toEqual([]);

  // A second comparison must book nothing again.
  expect(await compare()).toEqual([]);
  expect(await owed('bank:USD')).toBe(-ofType('payout').amount);
  account().balance.failPayout(ofType('payout').source?.id ?? '');
  expect(await compare()).toEqual([]);
  expect(await owed('bank:USD')).toBe(0);
  expect(await owed('clearing:USD')).toBe(balance());
});

test('a day with chargebacks and a failed refund in the dashboard has equal books on both sides, to the cent @slow', async () => {
  const lost = await wholeDay();
  account().balance.payOut();
  expect(await compare()).toEqual([]);

  // Compute the expected sums from the payments at the provider, not from the imported transactions.
  const { intents, refunds } = account();
  const charges = [...intents.values()].filter(({ amount_received }) => amount_received > 0);
  const charged = charges.reduce((sum, { amount_received }) => sum + amount_received, 0);
  const refunded = refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
  const fees = charges.reduce(
    (sum, { amount_received }) => sum + Math.round(amount_received * 0.029) + 30,
    25,
  );
  const earned = charged - refunded - fees - lost - 2 * 1500;
  expect(earned).toBeGreaterThan(0);
  expect(await owed('bank:USD')).toBe(earned);
  expect(-ofType('payout').amount).toBe(earned);
  expect(await owed('clearing:USD')).toBe(0);
  expect(await owed('providerFees:USD')).toBe(fees);
  expect(await owed('chargebackFees:USD')).toBe(2 * 1500);
  expect(await owed('chargebackLosses:USD')).toBe(lost);
  expect(await owed('chargebacks:USD')).toBe(0);
  const open = await database.db
    .selectFrom('provider_transactions')
    .select('id')
    .where('state', '=', 'open')
    .execute();
  expect(open).toEqual([]);
  expect(await auditLedger(database.db)).toEqual([]);
}, 60_000);

test('each difference of one cent in a whole day opens one case @slow', async () => {
  await wholeDay();
  const plant = (type: string, cents: 1 | -1) => {
    const planted = ofType(type);
    planted.amount += cents;
    planted.net += cents;
    if (planted.source) planted.source.amount = Math.abs(planted.amount);
    if (planted.source?.amount_captured) planted.source.amount_captured = planted.amount;
  };
  plant('charge', 1);
  plant('refund', -1);
  // The last transaction of the type `adjustment` returns the money of the chargeback that was won.
  plant('adjustment', -1);
  account().balance.payOut({ short: 1 });
  const expected = ['otherAmount -1', 'otherAmount -1', 'otherAmount 1', 'payout -1'];
  expect((await compare()).toSorted()).toEqual(expected);
  expect((await compare()).toSorted()).toEqual(expected);
}, 60_000);

test('one cent in the fee of a chargeback opens a case @all', async () => {
  await wholeDay();
  const withdrawn = transactions().find(({ fee, type }) => type === 'adjustment' && fee > 0);
  if (!withdrawn) throw new Error('no chargeback');
  withdrawn.fee++;
  withdrawn.net--;
  expect(await compare()).toEqual(['balance -1']);
  expect(await compare()).toEqual(['balance -1']);
}, 60_000);

test.each(['won', 'lost'] as const)(
  'a chargeback that is %s causes no difference @slow',
  async (status) => {
    await rentAndPay();
    const charged = [...account().intents.values()].find(
      ({ amount_received }) => amount_received > 0,
    );
    if (!charged) throw new Error('nothing was charged');
    const { id } = stripe.disputes.open(charged.id);
    for (const step of [() => undefined, () => stripe.disputes.close(id, status)]) {
      step();
      await deliver();
    }
    expect(await compare()).toEqual([]);
    expect(await owed('clearing:USD')).toBe(balance());
    expect(await owed('chargebackFees:USD')).toBe(1500);
    expect(await owed('chargebackLosses:USD')).toBe(
      status === 'lost' ? charged.amount_received : 0,
    );
    expect(await auditLedger(database.db)).toEqual([]);
  },
);

test('a refund in the dashboard causes no difference @slow', async () => {
  await rentAndPay();
  const charged = [...account().intents.values()].find(
    ({ amount_received }) => amount_received > 0,
  );
  if (!charged) throw new Error('nothing was charged');
  account().refund({ payment_intent: charged.id, amount: '50' });
  await deliver();
  expect(await compare()).toEqual([]);
  expect(await owed('clearing:USD')).toBe(balance());
});

test('a refund in the dashboard that fails later causes no difference @slow', async () => {
  await rentAndPay();
  const charged = [...account().intents.values()].find(
    ({ amount_received }) => amount_received > 0,
  );
  if (!charged) throw new Error('nothing was charged');
  const refund = account().refund({ payment_intent: charged.id, amount: '50' });
  for (const step of [() => undefined, () => account().failRefund(refund)]) {
    step();
    await deliver();
    // The comparison has no difference even if it runs between the refund and its failure.
    expect(await compare()).toEqual([]);
    expect(await owed('clearing:USD')).toBe(balance());
  }
  expect(await auditLedger(database.db)).toEqual([]);
});

test('missing movements, other amounts, a wrong payout and an unknown type are found once @slow', async () => {
  await rentAndPay();
  const { balance: theirs, intents, refunds } = account();
  const [charged] = intents.values();
  const [refunded] = refunds;
  if (!charged || !refunded) throw new Error('nothing was paid');
  // The provider has a capture and a refund that the server did not book, and a type that the server cannot
  // read.
  theirs.charged({ ...charged, id: 'pi_unknown', amount_received: 700 });
  theirs.refunded({ ...refunded, payment_intent: 'pi_unknown', amount: 300 });
  theirs.add('reserve_transaction', { amount: -500 });
  // One capture is missing at the provider, and another differs from the ledger by one cent.
  const [only, off] = transactions().filter(({ type }) => type === 'charge');
  if (!only || !off?.source) throw new Error('nothing was charged');
  transactions().splice(transactions().indexOf(only), 1);
  off.amount++;
  off.net++;
  off.source.amount_captured = off.amount;
  theirs.payOut({ short: 1 });

  const expected = [
    'missingHere -300',
    'missingHere 700',
    `missingThere ${-only.amount}`,
    'otherAmount 1',
    'payout -1',
    'unknownType -500',
  ];
  expect((await compare()).toSorted()).toEqual(expected);
  expect((await compare()).toSorted()).toEqual(expected);
  theirs.add('stripe_fee', { amount: -100 });
  expect((await compare()).toSorted()).toEqual(expected);
});

test('a fee that the provider changes later and an unexplained balance are found once @slow', async () => {
  await rentAndPay();
  expect(await compare()).toEqual([]);
  const charge = ofType('charge');
  charge.fee += 7;
  charge.net -= 7;
  expect(await compare()).toEqual(['changed -7']);
  // Advance the clock, so that the transactions are older than the period that each import reads again.
  app.deps.clock.advance(10 * day);
  account().balance.add('stripe_fee', { amount: -100 });
  expect(await compare()).toEqual(['changed -7']);
  const first = transactions()[0];
  if (first) first.net -= 9;
  expect(await compare()).toEqual(['changed -7', 'balance -9']);
  expect(await compare()).toEqual(['changed -7', 'balance -9']);
});

test('a transaction that comes late explains its difference @slow', async () => {
  await rentAndPay();
  const [late] = transactions().splice(transactions().indexOf(ofType('charge')), 1);
  // Before the end of the settling delay, a missing transaction is no difference.
  expect(await reconcile(app.deps)).toBe(true);
  expect(await differences()).toEqual([]);
  expect(await compare()).toEqual(['missingThere -1000']);
  if (late) transactions().push(late);
  expect(await compare()).toEqual(['missingThere -1000']);
  const cases = await database.db
    .selectFrom('support_cases')
    .select('details')
    .where('kind', '=', 'booksDiffer')
    .execute();
  expect(cases).toEqual([
    { details: expect.objectContaining({ explainedAt: expect.any(String) }) },
  ]);
  expect(await show('reconciliation', 'differences')).toBe('There are no differences.\n');
});

test('a difference that comes back after its explanation opens a new case if the first one is closed @slow', async () => {
  await rentAndPay();
  expect(await compare()).toEqual([]);
  // Advance the clock, so that the transactions are older than the period that each import reads again.
  app.deps.clock.advance(10 * day);
  account().balance.add('stripe_fee', { amount: -100 });
  expect(await compare()).toEqual([]);
  const [first] = transactions();
  if (!first) throw new Error('there is no transaction');
  const states = async () => {
    const cases = await database.db
      .selectFrom('support_cases')
      .select('state')
      .where('kind', '=', 'booksDiffer')
      .orderBy('created_at')
      .execute();
    return cases.map(({ state }) => state);
  };
  first.net -= 9;
  expect(await compare()).toEqual(['balance -9']);
  first.net += 9;
  await compare();
  const closed_at = app.deps.clock.now();
  await database.db
    .updateTable('support_cases')
    .set({ state: 'closed', outcome: '{"kind":"none"}', closed_at, closed_by: 'Ada' })
    .execute();
  first.net -= 9;
  expect(await compare()).toEqual(['balance -9', 'balance -9']);
  expect(await states()).toEqual(['closed', 'open']);
  // While the new case is open, the same difference opens no other case.
  await compare();
  expect(await states()).toEqual(['closed', 'open']);
});

test('an account with payouts in another currency has no difference @slow', async () => {
  account().balance.settlement = { currency: 'eur', rate: 0.92 };
  await rentAndPay();
  account().balance.payOut();
  expect(await compare()).toEqual([]);
  expect(await owed('clearing:USD')).toBe(0);
  expect(await owed('clearing:EUR')).toBe(balance());
  expect(await auditLedger(database.db)).toEqual([]);
});

test("movements of the provider's account before the first payment of the server are no differences @slow", async () => {
  const [clock] = [app.deps.clock];
  account().balance.add('charge', { amount: 5000, fee: 175 });
  clock.advance(10 * day);
  await rentAndPay();
  account().balance.payOut();
  expect(await compare()).toEqual([]);
  expect(await owed('clearing:USD')).toBe(balance());
});

test('the daily job also reconciles missed days, and repeats while Stripe does not answer @slow', async () => {
  await startReconciliation(app.deps);
  await rentAndPay();
  account().balance.payOut();
  stripe.faults.push(
    { kind: 'cut', path: /balance$/ },
    { kind: 'cut', path: /balance_transactions$/ },
  );
  app.deps.clock.advance(3 * day);
  for (let tries = 0; tries < 4; tries++) {
    await app.deps.outbox.idle();
    app.deps.clock.advance(5);
  }
  expect(stripe.faults).toEqual([]);
  expect(await differences()).toEqual([]);
  expect(await owed('clearing:USD')).toBe(0);
  const planned = await database.db
    .selectFrom('outbox')
    .select('run_at')
    .where('kind', '=', 'reconciliation')
    .where('done_at', 'is', null)
    .execute();
  expect(planned.map(({ run_at }) => run_at.toISOString().slice(11))).toEqual(['04:00:00.000Z']);
});

// The test needs a second connection, which commits during the comparison. PGlite has only one.
test.skipIf(!postgresRuns)(
  'a payment that is booked during the comparison of the balance causes no difference @slow',
  async () => {
    await rentAndPay();
    expect(await compare()).toEqual([]);
    const balance = await payments.readBalance();
    if (balance.outcome === 'unknown') throw new Error('no balance');
    const books = await openBooks(app.deps);
    let queries = 0;
    const interrupt: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (queries++ === 0) await rentedByNew();
        return result;
      },
    };
    await transact(app.deps, ({ trx }) =>
      compareBalance(new UnitOfWork(app.deps, trx.withPlugin(interrupt)), books, balance.amounts),
    );
    expect(queries).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
  },
);

async function show(...args: string[]): Promise<string> {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  const { out } = await captureOutput((streams) => runCommand(args, ops, { ...streams, settings }));
  return out;
}

test('a run without an answer of the provider does not count as a comparison @slow', async () => {
  await rentAndPay();
  await compare();
  const last = await lastRun(database.db);
  expect(last).not.toBeNull();
  app.deps.clock.advance(day);
  stripe.faults.push({ kind: 'cut', path: /balance$/ });
  expect(await reconcile(app.deps)).toBe(false);
  expect(await lastRun(database.db)).toEqual(last);
});

test('the command prints the reconciliation of a day with its differences @slow', async () => {
  await rentAndPay();
  const date = app.deps.clock.now().toISOString().slice(0, 10);
  account().balance.payOut({ short: 1 });
  await compare();
  const printed = await show('reconciliation', 'day', date);
  const sum = (of: 'amount' | 'fee') =>
    transactions().reduce((total, one) => total + (one.type === 'payout' ? 0 : one[of]), 0);
  expect(printed).toContain('charge 4, payout 1, refund 2, refundFailure 1\n');
  expect(printed).toContain(`  gross         ${sum('amount')}\n`);
  expect(printed).toContain(`  fees          ${sum('fee')}\n`);
  expect(printed).toContain(`  net           ${sum('amount') - sum('fee')}\n`);
  expect(printed).toContain(`  payouts       ${-ofType('payout').amount}\n`);
  expect(printed).toContain('Differences: 1\n  open payout stripe -1 USD ');
  expect(await show('reconciliation', 'differences')).toContain(' open payout stripe -1 USD');
});

test('finance starts a comparison at once, and a repeated call starts no second one @slow', async () => {
  await startReconciliation(app.deps);
  await rentAndPay();
  account().balance.payOut({ short: 1 });
  app.deps.clock.advance(3 * hour);
  const operators = new Operators(app);
  const key = randomUUID();
  const body = { why: 'the payout looks wrong' };
  const first = await operators.call('reconciliation/run', body, undefined, key);
  const again = await operators.call('reconciliation/run', body, undefined, key);
  expect(first).toMatchObject({ status: 200, body: { repeated: false } });
  expect(again.body).toEqual({ ...Object(first.body), repeated: true });
  const jobs = await database.db
    .selectFrom('outbox')
    .select('key')
    .where('key', 'like', 'reconciliation:asked:%')
    .execute();
  expect(jobs).toHaveLength(1);
  await app.deps.outbox.idle();
  const { askedAt } = ReconciliationAsked.parse(first.body);
  const { comparedAt } = ReconciledDay.parse((await operators.call('reconciliation/day')).body);
  expect(Date.parse(comparedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(askedAt));
  expect((await operators.actions('stripe')).at(-1)).toMatchObject({
    action: 'reconciliation.run',
    why: 'the payout looks wrong',
  });
});

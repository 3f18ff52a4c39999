import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { RiderData } from '../../../contract/profile.ts';
import { runCommand } from '../../commands/runCommand.ts';
import { chargebacks as formerChargebacks } from '../../commands/chargebacks/chargebacks.ts';
import { ops } from '../../commands/ops/ops.ts';
import { signUp, stepUp, type Rider } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { forEachEngine } from '../../testing/database.ts';
import { StripeApp } from '../../testing/stripeApp.ts';
import { auditLedger } from '../audit/auditLedger.ts';

const dayMs = 24 * 3_600_000;
const operatorKey = 'operators-key-of-the-tests-0123456789';

forEachEngine((engine) => {
  let world: StripeApp;
  beforeAll(async () => {
    world = await StripeApp.start(engine, { OPERATOR_KEY: operatorKey });
  });
  afterAll(() => world.close());

  async function rentedByNew(): Promise<{ rider: Rider; card: string; order: Order }> {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const order = await world.renting.rent(rider, card, 90);
    await world.deliver();
    return { rider, card, order };
  }

  function dueIn(days: number): Date {
    return new Date(world.app.deps.clock.now().getTime() + days * dayMs);
  }

  async function stateOf(providerId: string) {
    const { state } = await world.db
      .selectFrom('chargebacks')
      .select('state')
      .where('provider_id', '=', providerId)
      .executeTakeFirstOrThrow();
    return state;
  }

  async function balances() {
    const accounts = ['chargebacks', 'chargebackFees', 'chargebackLosses', 'clearing'];
    const amounts = await Promise.all(accounts.map((account) => world.balance(account)));
    return Object.fromEntries(accounts.map((account, i) => [account, amounts[i] ?? 0]));
  }

  /** Returns by how much `run` changes the balances. */
  async function changes(run: () => Promise<void>) {
    const before = await balances();
    await run();
    const after = await balances();
    return Object.fromEntries(
      Object.entries(after)
        .map(([account, amount]) => [account, amount - (before[account] ?? 0)] as const)
        .filter(([, amount]) => amount !== 0),
    );
  }

  async function codeOf(call: Promise<{ body: unknown }>): Promise<string> {
    return Problem.parse((await call).body).code;
  }

  test('a chargeback that is won with evidence returns the money, and only the fee is lost @slow', async () => {
    const { rider, card, order } = await rentedByNew();
    const intent = world.chargeOf(order.number);
    const moved = await changes(async () => {
      const { id } = world.stripe.disputes.open(intent, { dueBy: dueIn(7) });
      await world.deliver();
      expect(await stateOf(id)).toBe('evidenceSent');
      expect(await world.balance('chargebacks')).toBe(300);
      expect(await codeOf(world.renting.start(rider, card))).toBe('accountFrozen');
      world.stripe.disputes.close(id, 'won');
      await world.deliver();
      expect(await stateOf(id)).toBe('won');
    });
    expect(moved).toEqual({ chargebackFees: 1500, clearing: -1500 });
    expect((await world.renting.rent(rider, card, 10)).status).toBe('complete');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('the evidence proves the rental, and does not contain the phone @slow', async () => {
    const { rider, order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    await world.deliver();
    const { evidence, evidence_details } = world.stripe.disputes.find(id);
    expect(evidence_details.submission_count).toBe(1);
    expect(evidence['access_activity_log']).toContain(`ordered rental ${order.number}`);
    expect(evidence['access_activity_log']).toContain(
      `${order.startedAt} the cabinet reported that slot ${order.slot} released the charger`,
    );
    expect(evidence['access_activity_log']).toContain(
      `${order.returnedAt} the cabinet reported the return`,
    );
    expect(evidence['refund_policy_disclosure']).toMatch(
      /accepted the terms, version [\da-f]{12}, at/,
    );
    expect(evidence['uncategorized_text']).toContain('total 300 USD');
    expect(evidence['uncategorized_text']).toContain(' returned');
    const { body } = await world.app.call(paths.me, { session: rider.sessionId });
    const phone = /"phone":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? 'no phone';
    expect(phone).toMatch(/^\+/);
    expect(JSON.stringify(evidence)).not.toContain(phone);
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
  });

  const files = /^\/v1\/files$/;

  test('the evidence contains the receipt as an English PDF without a name @slow', async () => {
    const { rider, order } = await rentedByNew();
    const me = { method: 'PATCH', session: rider.sessionId };
    await world.app.call(paths.me, { ...me, body: { name: 'Ada Lovelace', language: 'es' } });
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    await world.deliver();
    const { receipt = '' } = world.stripe.disputes.find(id).evidence;
    const file = world.stripe.files.all.get(receipt);
    expect(file?.filename).toBe(`receipt-${order.number}.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(file?.data ?? []));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain('Order receipt');
    expect(text).toContain(order.number);
    expect(text).toContain('$3.00');
    expect(text).toContain('UTC');
    expect(text).not.toMatch(/Ada|Lovelace/);
    expect(text).not.toContain(rider.phone);
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
  });

  test('a receipt whose upload has no answer is uploaded once, even if the evidence is tried again @slow', async () => {
    const { order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    const uploaded = world.stripe.files.all.size;
    const calls = world.stripe.callsTo(files).length;
    world.stripe.faults.push({ kind: 'cut', after: true, path: files });
    world.stripe.faults.push({ kind: 'cut', path: /disputes/, method: 'POST' });
    for (let round = 0; round < 4; round++) {
      await world.deliver();
      world.app.deps.clock.advance(2);
    }
    expect(world.stripe.faults).toEqual([]);
    expect(world.stripe.files.all.size).toBe(uploaded + 1);
    // After the server has stored the id of the file, it makes no further call for this file.
    const keys = world.stripe.callsTo(files).slice(calls);
    expect(keys.map(({ key }) => key)).toEqual([keys[0]?.key, keys[0]?.key]);
    const { evidence, evidence_details } = world.stripe.disputes.find(id);
    expect(evidence['receipt']).toBe([...world.stripe.files.all.keys()].at(-1));
    expect(evidence_details.submission_count).toBe(1);
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
  });

  test.each(['denied', 'cut', 'error'] as const)(
    'if the receipt cannot be uploaded within an hour, the evidence is sent without it: %s @all',
    async (kind) => {
      const { order } = await rentedByNew();
      const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
      for (let i = 0; i < 50; i++) world.stripe.faults.push({ kind, path: files });
      await world.deliver();
      world.app.deps.clock.advance(50 * 60);
      await world.deliver();
      expect(await stateOf(id)).toBe('opened');
      world.app.deps.clock.advance(11 * 60);
      await world.deliver();
      world.stripe.faults.splice(0);
      expect(await stateOf(id)).toBe('evidenceSent');
      const { evidence } = world.stripe.disputes.find(id);
      expect(evidence['receipt']).toBeUndefined();
      expect(evidence['uncategorized_text']).toContain('total 300 USD');
      const { details } = await world.db
        .selectFrom('support_cases')
        .select('details')
        .where('kind', '=', 'chargeback')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      expect(details).toMatchObject({ providerId: id, receipt: 'notUploaded' });
      world.stripe.disputes.close(id, 'won');
      await world.deliver();
    },
  );

  test('shortly before the deadline, the evidence is sent without waiting for its receipt @slow', async () => {
    const { order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(1) });
    world.stripe.faults.push({ kind: 'cut', path: files });
    await world.deliver();
    expect(world.stripe.faults).toEqual([]);
    expect(await stateOf(id)).toBe('evidenceSent');
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
  });

  test('a top-up has no receipt to upload @slow', async () => {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const topUp = await world.topUp(rider, card);
    const calls = world.stripe.callsTo(files).length;
    const { id } = world.stripe.disputes.open(world.chargeOf(topUp.number), { dueBy: dueIn(7) });
    await world.deliver();
    expect(await stateOf(id)).toBe('evidenceSent');
    expect(world.stripe.callsTo(files)).toHaveLength(calls);
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
  });

  test('a lost chargeback costs the amount and the fee, and the freeze stays until an operator lifts it @slow', async () => {
    const { rider, card, order } = await rentedByNew();
    const providerId = { id: '' };
    const moved = await changes(async () => {
      const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
      providerId.id = id;
      await world.deliver();
      world.stripe.disputes.close(id, 'lost');
      await world.deliver();
      expect(await stateOf(id)).toBe('lost');
    });
    expect(moved).toEqual({ chargebackFees: 1500, chargebackLosses: 300, clearing: -1800 });
    expect(await codeOf(world.renting.start(rider, card))).toBe('accountFrozen');
    expect(await auditLedger(world.db)).toEqual([]);

    const listed = await command('list');
    expect(listed.out).toContain(`order ${order.number}`);
    expect(listed.out).toMatch(
      new RegExp(`${providerId.id}  .*lost  fraudulent  USD 3.00 .*frozen`),
    );
    const lift = ['lift', '--why', 'the rider has paid', '--as', 'Ada'];
    expect((await command(...lift, providerId.id)).out).toContain('the freeze is lifted.');
    expect((await command('list', '--all')).out).toMatch(
      new RegExp(`${providerId.id}  .*  freeze lifted\\n`),
    );
    expect(await command(...lift, 'du_unknown')).toMatchObject({
      code: 1,
      err: 'There is no chargeback du_unknown.\n',
    });
    const actions = await world.db
      .selectFrom('operator_actions')
      .select(['action', 'subject', 'who', 'why'])
      .execute();
    expect(actions).toEqual([
      {
        action: 'chargeback.lift',
        subject: providerId.id,
        who: 'Ada',
        why: 'the rider has paid',
      },
    ]);
    const former = await captureOutput((streams) =>
      runCommand(['lift', providerId.id], formerChargebacks, { ...context(), ...streams }),
    );
    expect(former).toEqual({
      code: 0,
      out: `Chargeback ${providerId.id}: the freeze is lifted.\n`,
      err: 'npm run chargebacks is now npm run ops -- chargebacks, and the next version removes it.\n',
    });
    expect((await world.renting.rent(rider, card, 10)).status).toBe('complete');
  });

  test('a frozen rider keeps the GoCash, and the card pays the running rental @slow', async () => {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const topUp = await world.topUp(rider, card);
    const started = Order.parse((await world.renting.start(rider, card, { useGoCash: true })).body);
    await world.renting.settle();
    const before = (await world.wallet(rider)).total.amount;
    const { id } = world.stripe.disputes.open(world.chargeOf(topUp.number), { dueBy: dueIn(7) });
    await world.deliver();

    const post = () => ({ method: 'POST', session: rider.sessionId, key: randomUUID() });
    const refund = world.app.call(paths.walletRefund, { ...post(), body: {} });
    expect(await codeOf(refund)).toBe('accountFrozen');
    const [offer] = (await world.wallet(rider)).offers;
    const again = { ...post(), body: { ...offer, paymentMethodId: card } };
    expect(await codeOf(world.app.call(paths.topUps, again))).toBe('accountFrozen');

    world.app.deps.clock.advance(90 * 60);
    await world.renting.bringBack(started.slot ?? 0);
    const order = await world.order(rider, started.id);
    expect(order.status).toBe('complete');
    expect((await world.wallet(rider)).total.amount).toBe(before);
    expect(await codeOf(world.app.call(paths.me, { ...post(), method: 'DELETE' }))).toBe(
      'accountFrozen',
    );
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
    await stepUp(world.app, rider);
    expect((await world.app.call(paths.walletRefund, { ...post(), body: {} })).status).toBe(200);
    await world.renting.settle();
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('after a lost chargeback of a top-up, the rider gets no refund of its GoCash, even without the freeze @slow', async () => {
    const rider = await signUp(world.app);
    const topUp = await world.topUp(rider, await world.addCard(rider));
    const { id } = world.stripe.disputes.open(world.chargeOf(topUp.number), { dueBy: dueIn(7) });
    await world.deliver();
    world.stripe.disputes.close(id, 'lost');
    await world.deliver();
    await command('lift', '--why', 'the rider has paid', '--as', 'Ada', id);
    await stepUp(world.app, rider);
    const refund = world.app.call(paths.walletRefund, {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: {},
    });
    expect(await codeOf(refund)).toBe('notRefundable');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test("the file with all data about a rider contains the rider's chargebacks and no others @slow", async () => {
    const { rider, order } = await rentedByNew();
    const other = await rentedByNew();
    const dataOf = async ({ sessionId: session }: Rider) =>
      RiderData.parse((await world.app.call(paths.myData, { session })).body).chargebacks;
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    await world.deliver();
    world.app.deps.clock.advance(3600);
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
    const [chargeback] = (await dataOf(rider)) ?? [];
    expect(await dataOf(rider)).toEqual([
      {
        amount: usd(300),
        state: 'won',
        reason: 'fraudulent',
        orderId: order.id,
        openedAt: expect.any(String),
        evidenceSentAt: expect.any(String),
        changedAt: expect.any(String),
      },
    ]);
    const times = [chargeback?.openedAt, chargeback?.evidenceSentAt, chargeback?.changedAt];
    const [openedAt = 0, sentAt = 0, changedAt = 0] = times.map((at) => Date.parse(at ?? ''));
    expect(sentAt).toBeGreaterThanOrEqual(openedAt);
    expect(changedAt - openedAt).toBeGreaterThanOrEqual(3_600_000);
    expect(await dataOf(other.rider)).toEqual([]);
  });

  test('webhooks that are repeated, out of order or late take effect once @slow', async () => {
    const { order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    world.stripe.disputes.close(id, 'lost');
    const all = [...world.stripe.events];
    const moved = await changes(async () => {
      const statuses = await world.deliver((events) => [...events.toReversed(), ...events]);
      expect(new Set(statuses)).toEqual(new Set([204]));
    });
    expect(moved).toEqual({ chargebackFees: 1500, chargebackLosses: 300, clearing: -1800 });
    world.app.deps.clock.advance(3 * 24 * 3600);
    world.stripe.events.push(...all.map(({ body }, i) => fresh(body, i)));
    expect(await changes(async () => void (await world.deliver()))).toEqual({});
    expect(await stateOf(id)).toBe('lost');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('forged webhooks and webhooks about unknown chargebacks change nothing @slow', async () => {
    const { order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    const [{ body } = { body: '' }] = world.stripe.events.splice(0);
    const at = Math.floor(world.app.deps.clock.now().getTime() / 1000);
    const url = world.app.url + fillPath(paths.paymentWebhook, { provider: 'stripe' });
    const headers = { 'stripe-signature': world.stripe.sign(body, at, 'whsec_guessed') };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    const unknown = body.replaceAll(id, 'du_unknown');
    world.stripe.events.push(fresh(unknown, 0));
    expect(await changes(async () => void (await world.deliver()))).toEqual({});
    const found = await world.db
      .selectFrom('chargebacks')
      .select('id')
      .where('provider_id', 'in', [id, 'du_unknown'])
      .execute();
    expect(found).toEqual([]);
  });

  test('the server repeats a call without an answer, and submits the evidence once @slow', async () => {
    const { order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(7) });
    world.stripe.faults.push({ kind: 'cut', path: /disputes/, method: 'GET' });
    world.stripe.faults.push({ kind: 'cut', after: true, path: /disputes/, method: 'POST' });
    for (let round = 0; round < 4; round++) {
      await world.deliver();
      world.app.deps.clock.advance(2);
    }
    expect(world.stripe.faults).toEqual([]);
    expect(world.stripe.disputes.find(id).evidence_details.submission_count).toBe(1);
    expect(await stateOf(id)).toBe('evidenceSent');
    world.stripe.disputes.close(id, 'won');
    await world.deliver();
  });

  test('evidence that cannot be sent opens a case before the deadline @slow', async () => {
    const { order } = await rentedByNew();
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { dueBy: dueIn(3) });
    const known = (await world.cases()).length;
    for (let i = 0; i < 200; i++) {
      world.stripe.faults.push({ kind: 'rateLimit', path: /disputes/, method: 'POST' });
    }
    await world.deliver();
    world.app.deps.clock.advance(1.6 * 24 * 3600);
    await world.deliver();
    expect((await world.cases()).slice(known)).toEqual(['chargeback', 'chargebackEvidence']);
    world.stripe.faults.splice(0);
    world.app.deps.clock.advance(3600);
    await world.deliver();
    expect(world.stripe.disputes.find(id).status).toBe('under_review');
    world.stripe.disputes.close(id, 'lost');
    await world.deliver();
  });

  test('an inquiry freezes nothing, and its evidence is sent again if it becomes a chargeback @slow', async () => {
    const { rider, card, order } = await rentedByNew();
    const { disputes } = world.stripe;
    const intent = world.chargeOf(order.number);
    const { id } = disputes.open(intent, { status: 'warning_needs_response', dueBy: dueIn(7) });
    await world.deliver();
    expect(await stateOf(id)).toBe('warned');
    expect(disputes.find(id).status).toBe('warning_under_review');
    expect((await world.renting.rent(rider, card, 10)).status).toBe('complete');
    disputes.escalate(id);
    await world.deliver();
    expect(await stateOf(id)).toBe('evidenceSent');
    expect(disputes.find(id).evidence_details.submission_count).toBe(2);
    disputes.close(id, 'won');
    await world.deliver();
    disputes.correct(id);
    await world.deliver();
    expect(await stateOf(id)).toBe('lost');
    expect(await world.cases()).toContain('chargebackChanged');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a fraud warning refunds a small payment once, and lowers its bill @slow', async () => {
    const { rider, order } = await rentedByNew();
    const intent = world.chargeOf(order.number);
    world.stripe.disputes.warn(intent);
    await world.deliver((events) => [...events, ...events]);
    await world.deliver();
    expect(world.stripe.account.refundedOf(intent)).toBe(300);
    const after = await world.order(rider, order.id);
    expect(after).toMatchObject({
      status: 'complete',
      total: { amount: 0 },
      paid: { amount: 0 },
      due: { amount: 0 },
    });
    expect(after.lines).toContainEqual({
      kind: 'supportRefund',
      amount: { amount: -300, currency: 'USD' },
    });
    const list = await world.app.call(paths.notifications, { session: rider.sessionId });
    expect(JSON.stringify(list.body)).toContain('"kind":"refunded"');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a fraud warning refunds nothing if the bank already has the money @slow', async () => {
    const { order } = await rentedByNew();
    const rider = await signUp(world.app);
    const topUp = await world.topUp(rider, await world.addCard(rider));
    for (const intent of [world.chargeOf(order.number), world.chargeOf(topUp.number)]) {
      const { id } = world.stripe.disputes.open(intent, { dueBy: dueIn(7) });
      await world.deliver();
      world.stripe.disputes.warn(intent);
      await world.deliver();
      expect(world.stripe.account.refundedOf(intent)).toBe(0);
      world.stripe.disputes.close(id, 'lost');
      await world.deliver();
    }
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a fraud warning refunds a top-up together with its GoCash, but leaves a large payment to support @slow', async () => {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const small = await world.topUp(rider, card);
    world.stripe.disputes.warn(world.chargeOf(small.number));
    await world.deliver();
    expect(await world.wallet(rider)).toMatchObject({ total: { amount: 0 } });
    expect(world.stripe.account.refundedOf(world.chargeOf(small.number))).toBe(1000);

    const known = (await world.cases()).length;
    const body = { amount: usd(2000), bonus: usd(400), paymentMethodId: card };
    const options = { method: 'POST', session: rider.sessionId, key: randomUUID(), body };
    await world.app.call(paths.topUps, options);
    await world.renting.settle();
    const [intent] = [...world.stripe.account.intents.values()].slice(-1);
    world.stripe.disputes.warn(intent?.id ?? '');
    await world.deliver();
    expect((await world.cases()).slice(known)).toEqual(['fraudWarning']);
    expect((await world.wallet(rider)).total.amount).toBe(2400);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  function context() {
    return {
      settings: { operator: { key: operatorKey, keyFile: '/nowhere', url: world.app.url } },
      open: () => Promise.reject(new Error('the command needs no database')),
    };
  }

  function command(...args: string[]) {
    return captureOutput((streams) =>
      runCommand(['chargebacks', ...args], ops, { ...context(), ...streams }),
    );
  }
});

function usd(amount: number) {
  return { amount, currency: 'USD' };
}

/** The event with another id, as if the provider sent it again after a change of the endpoint. */
function fresh(body: string, index: number): { id: string; body: string } {
  const id = `evt_again_${index}_${randomUUID()}`;
  return { id, body: body.replace(/evt_[\da-f]+/, id) };
}

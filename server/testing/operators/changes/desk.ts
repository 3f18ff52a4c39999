import { randomUUID } from 'node:crypto';
import { CaseActed, ProofKeyRotated } from '../../../../contract/operators/desk.ts';
import type { Order } from '../../../../contract/orders.ts';
import { paths } from '../../../../contract/paths.ts';
import { demoTariff } from '../../../../contract/testing/demoTariff.ts';
import { TopUp, Wallet } from '../../../../contract/wallet.ts';
import { signUp } from '../../app.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';

const { currency } = demoTariff;

/** A valid call for each act about cases, refunds, waivers, chargebacks and proof keys. */
export const deskChanges: Record<string, Change> = {
  'POST /api/ops/cases': {
    action: 'case.open',
    call: async (world) => ({ body: { order: (await world.order()).number } }),
    subjectOf: (answer) => CaseActed.parse(answer).case.number,
  },
  'POST /api/ops/cases/{number}/assign': {
    action: 'case.assign',
    call: async (world) => ({
      params: { number: await openCase(world) },
      body: { assignee: 'Bob' },
    }),
  },
  'POST /api/ops/cases/{number}/answer': {
    action: 'case.answer',
    call: async (world) => ({
      params: { number: await openCase(world) },
      body: { answer: 'We look at it.' },
    }),
  },
  'POST /api/ops/cases/{number}/wait': {
    action: 'case.wait',
    call: async (world) => ({
      params: { number: await openCase(world) },
      body: { waitsFor: 'cabinet' },
    }),
  },
  'POST /api/ops/cases/{number}/close': {
    action: 'case.close',
    call: async (world) => ({
      params: { number: await openCase(world) },
      body: { outcome: { kind: 'none' } },
    }),
  },
  'POST /api/ops/orders/{number}/refund': {
    action: 'case.payBack',
    call: async (world) => ({
      params: { number: (await world.order()).number },
      body: { amount: 1 },
    }),
    subjectOf: (answer) => CaseActed.parse(answer).case.number,
  },
  'POST /api/ops/orders/{number}/waive': {
    action: 'case.payBack',
    call: async (world) => ({
      params: { number: (await unpaidOrder(world)).number },
      body: { amount: 1 },
    }),
    subjectOf: (answer) => CaseActed.parse(answer).case.number,
  },
  'POST /api/ops/top-ups/{number}/refund': {
    action: 'case.payBack',
    call: async (world) => ({ params: { number: await addTopUp(world) }, body: { amount: 1 } }),
    subjectOf: (answer) => CaseActed.parse(answer).case.number,
  },
  'POST /api/ops/chargebacks/{id}/lift': {
    action: 'chargeback.lift',
    call: async (world) => ({ params: { id: await addChargeback(world) } }),
  },
  'POST /api/ops/proof-keys': {
    action: 'proofKey.rotate',
    call: async () => ({}),
    subjectOf: (answer) => ProofKeyRotated.parse(answer).key,
  },
};

async function openCase(world: OperatorWorld): Promise<string> {
  const { number } = await world.order();
  return CaseActed.parse(await world.act('cases', { order: number })).case.number;
}

/** An order whose total is still due. */
function unpaidOrder(world: OperatorWorld): Promise<Order> {
  return world.rent('failsLater', 40 * 60);
}

/** Adds a credited top-up, and returns its number. */
async function addTopUp(world: OperatorWorld): Promise<string> {
  const rider = await signUp(world.app);
  const { sessionId: session } = rider;
  const paymentMethodId = await world.app.renting.addCard(rider);
  const wallet = Wallet.parse((await world.app.call(paths.wallet, { session })).body);
  const body = { ...wallet.offers[0], paymentMethodId };
  const asked = { method: 'POST', session, key: randomUUID(), body };
  const { number } = TopUp.parse((await world.app.call(paths.topUps, asked)).body);
  await world.app.renting.settle();
  return number;
}

/** Adds a chargeback about the shared order. Returns the provider's id of the chargeback. */
async function addChargeback(world: OperatorWorld): Promise<string> {
  const { db, clock } = world.app.deps;
  const { id: rental } = await world.order();
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'user_id'])
    .where('rental_id', '=', rental)
    .executeTakeFirstOrThrow();
  const at = clock.now();
  const providerId = world.fresh('chargeback');
  await db
    .insertInto('chargebacks')
    .values({
      id: randomUUID(),
      provider: 'sandbox',
      provider_id: providerId,
      payment_id: payment.id,
      user_id: payment.user_id,
      rental_id: rental,
      state: 'opened',
      reason: 'fraudulent',
      currency,
      amount: 100,
      created_at: at,
      changed_at: at,
      read_at: at,
    })
    .execute();
  return providerId;
}

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { signUp, type Rider } from '../../testing/app.ts';
import { preferredEngine } from '../../testing/database.ts';
import { fuzzCases, seedOf } from '../../../contract/testing/fuzz/fuzzRun.ts';
import { RawClient } from '../../testing/fuzz/rawClient.ts';
import { oddTexts, oddValues } from '../../../contract/testing/fuzz/schemaValues.ts';
import { StripeApp } from '../../testing/stripeApp.ts';

const batchSize = 100;
const webhook = fillPath(paths.paymentWebhook, { provider: 'stripe' });

let world: StripeApp;
let client: RawClient;
let rider: Rider;
/** The ids of objects that exist at Stripe and in the server. */
let known: string[];
beforeAll(async () => {
  world = await StripeApp.start(preferredEngine);
  client = new RawClient(world.app.url);
  rider = await signUp(world.app);
  const { number } = await world.topUp(rider, await world.addCard(rider));
  await world.deliver();
  known = [world.chargeOf(number), ...world.intentsOf(number).map(({ id }) => id)];
});
afterAll(async () => {
  client.close();
  await world.close();
});

interface Message {
  body: Buffer;
  signature: 'right' | 'forged' | 'odd' | 'none';
  odd: string;
}

function messages(ids: readonly string[]): fc.Arbitrary<Message> {
  const id = fc.oneof(fc.constantFrom('', ...ids), fc.string(), oddTexts);
  const type = fc.oneof(
    fc.constantFrom(
      'payment_intent.succeeded',
      'payment_intent.canceled',
      'charge.refunded',
      'refund.created',
      'refund.failed',
      'charge.refund.updated',
      'charge.dispute.created',
      'charge.dispute.closed',
      'radar.early_fraud_warning.created',
      'payment_method.automatically_updated',
      'payout.paid',
    ),
    oddTexts,
  );
  const kind = fc.constantFrom(
    'payment_intent',
    'dispute',
    'radar.early_fraud_warning',
    'refund',
    'charge',
    'payment_method',
  );
  const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(1, 12, 2031, 2 ** 31));
  const object = fc.record(
    {
      object: kind,
      id,
      amount: number,
      currency: fc.constantFrom('usd', 'USD', 'jpy', '🤷', 'a1$', 'xxx'),
      metadata: fc.oneof(fc.record({ key: id }), oddValues),
      payment_intent: fc.oneof(id, fc.record({ id })),
      status: fc.constantFrom('failed', 'succeeded', ''),
      card: fc.record({ exp_month: fc.integer({ min: 0, max: 13 }), exp_year: number }),
    },
    { requiredKeys: ['object', 'id'], noNullPrototype: true },
  );
  const event = fc.record({
    id: fc.oneof(fc.uuid(), fc.uuid(), id),
    object: fc.constant('event'),
    type,
    data: fc.oneof(
      { weight: 9, arbitrary: fc.record({ object }) },
      { weight: 1, arbitrary: fc.record({ object: oddValues }) },
    ),
  });
  const body = fc.oneof(
    { weight: 9, arbitrary: event.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddValues.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.tuple(event, fc.nat()).map(([value, at]) => {
        const text = JSON.stringify(value);
        return text.slice(0, at % text.length);
      }),
    },
  );
  return fc.record({
    body: fc.oneof(
      { weight: 12, arbitrary: body.map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)) },
    ),
    signature: fc.oneof(
      { weight: 7, arbitrary: fc.constant('right' as const) },
      { weight: 1, arbitrary: fc.constantFrom('forged' as const, 'odd' as const, 'none' as const) },
    ),
    odd: fc.oneof(
      fc.constantFrom('t=,v1=', 't=1e99,v1=00', `t=-1,v1=${'0'.repeat(64)}`, ',,,=', '__proto__=1'),
      fc.string().map((text) => text.trim()),
    ),
  });
}

test(
  `${fuzzCases} arbitrary webhooks move no money: a forged webhook is refused, and a signed webhook never fails`,
  { timeout: 60_000 + fuzzCases * 30 },
  async () => {
    const before = await moneyOf();
    for (let first = 0; first < fuzzCases; first += batchSize) {
      const batch = fc.sample(messages(known), {
        numRuns: Math.min(batchSize, fuzzCases - first),
        seed: seedOf(`webhook ${first}`),
      });
      await Promise.all(
        batch.map(async (message) => {
          const { status, body } = await send(message);
          const { signature, odd } = message;
          const seen = {
            status,
            signature,
            odd,
            message: message.body.toString(),
            answer: body.toString(),
          };
          expect(seen).toEqual({
            ...seen,
            status: message.signature === 'right' ? expect.toSatisfy(isReadable) : 400,
          });
        }),
      );
      // Run the jobs of these webhooks. They query Stripe and find no change.
      await world.renting.settle();
    }
    expect(await moneyOf()).toEqual(before);
  },
);

/** A signed webhook is accepted with 204, or refused with 400 if it is not an event. */
const isReadable = (status: unknown) => status === 204 || status === 400;

function send({ body, signature, odd }: Message) {
  const { stripe, app } = world;
  const at = Math.floor(app.deps.clock.now().getTime() / 1000);
  const sign = {
    right: () => stripe.sign(body.toString(), at),
    forged: () => stripe.sign(body.toString(), at, 'whsec_guessed'),
    odd: () => odd,
    none: () => null,
  }[signature]();
  const headers = {
    'content-type': 'application/json',
    ...(sign !== null && { 'stripe-signature': sign }),
  };
  return client.send({ method: 'POST', target: webhook, headers, body });
}

/** Returns the states and amounts of the rider's payments, and the balance. */
async function moneyOf() {
  const { rows } = await sql`
    select state, amount, captured, refunded from payments order by id
  `.execute(world.db);
  return { rows, wallet: await world.wallet(rider) };
}

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ProofKeyRotated } from '../../../contract/operators/desk.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { ProofKeys, ReturnFacts, ReturnProof } from '../../../contract/proofs.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { canonicalJson } from '../../text/canonicalJson.ts';

const run = promisify(execFile);
const operatorKey = 'operators-key-of-the-tests-0123456789';

forEachEngine((engine) => {
  let app: TestApp;
  let renting: Renting;
  let rider: Rider;
  let folder: string;

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: operatorKey },
    });
    registerOrderJobs(app.deps);
    renting = await Renting.at(app);
    folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    rider = await signUp(app);
  });

  const ask = (id: string, session = rider.sessionId) =>
    app.call(fillPath(paths.returnProof, { id }), { session });
  const prove = async (id: string) => ReturnProof.parse((await ask(id)).body);
  const keys = async () => ProofKeys.parse((await app.call(paths.proofKeys)).body).keys;

  /** Verifies a proof with the command of the manual. */
  async function verify(proof: ReturnProof): Promise<boolean> {
    await writeFile(path.join(folder, 'proof.json'), JSON.stringify(proof));
    await writeFile(path.join(folder, 'keys.json'), JSON.stringify({ keys: await keys() }));
    const manual = await readFile(new URL('../../../docs/proofs.md', import.meta.url), 'utf8');
    const [, script = ''] = /```sh\n# verify\n([^`]+)```/.exec(manual) ?? [];
    const done = await run('sh', ['-ec', script], { cwd: folder }).catch((error: unknown) => error);
    return JSON.stringify(done).includes('Verified Successfully');
  }

  test('a proof contains the report of the cabinet, and OpenSSL verifies the proof @slow', async () => {
    const order = await renting.rent(rider, await renting.addCard(rider), 90);
    const proof = await prove(order.id);
    const facts = ReturnFacts.parse(JSON.parse(proof.payload));
    expect(facts).toEqual({
      version: 1,
      order: order.number,
      charger: expect.any(String),
      station: { id: order.station.id, name: order.station.name },
      slot: order.returnSlot,
      event: { boot: renting.cabinet.bootId, number: expect.any(Number) },
      returnedAt: order.returnedAt,
      cabinetAt: expect.any(String),
      receivedAt: expect.any(String),
    });
    expect(proof.payload).toBe(canonicalJson(facts));
    expect(await verify(proof)).toBe(true);
    const forged = proof.payload.replace(`"slot":${facts.slot}`, `"slot":${facts.slot + 1}`);
    expect(await verify({ ...proof, payload: forged })).toBe(false);
    // A second request for the same return gives the same proof.
    expect(await prove(order.id)).toEqual(proof);
  });

  test('an inventory that shows the charger proves the return, too @slow', async () => {
    const started = await renting.start(rider, await renting.addCard(rider));
    const { id, slot } = Order.parse(started.body);
    await renting.settle();
    app.deps.clock.advance(3600);
    await renting.bringBackUnreported(slot ?? 0);
    const facts = ReturnFacts.parse(JSON.parse((await prove(id)).payload));
    expect(facts).toMatchObject({
      slot,
      event: { number: expect.any(Number) },
      cabinetAt: expect.any(String),
      receivedAt: expect.any(String),
    });
  });

  test('a proof stays valid after the key was replaced @slow', async () => {
    const order = await renting.rent(rider, await renting.addCard(rider), 30);
    const former = await prove(order.id);
    const idempotency = randomUUID();
    const rotate = async () =>
      ProofKeyRotated.parse(
        (
          await app.call('/api/ops/proof-keys', {
            method: 'POST',
            body: { why: 'once a year' },
            key: idempotency,
            headers: { authorization: `Bearer ${operatorKey}`, 'x-operator': 'ada' },
          })
        ).body,
      );
    const { key } = await rotate();
    expect(await rotate()).toEqual({ key });
    const latter = await prove(order.id);
    expect(latter).toMatchObject({ key, payload: former.payload });
    expect(latter.key).not.toBe(former.key);
    expect(await verify(former)).toBe(true);
    expect(await verify(latter)).toBe(true);
    expect((await keys()).map(({ id }) => id)).toEqual(
      expect.arrayContaining([former.key, latter.key]),
    );
    const stored = await app.deps.db
      .selectFrom('proof_keys')
      .select('private_key')
      .where('id', '=', former.key)
      .executeTakeFirstOrThrow();
    expect(stored.private_key).toBeNull();
  });

  test('only the rider gets a proof, and only of a return @slow', async () => {
    const order = await renting.rent(rider, await renting.addCard(rider), 30);
    const another = await signUp(app);
    expect((await ask(order.id, another.sessionId)).status).toBe(404);
    const started = await renting.start(another, await renting.addCard(another));
    const { id, slot } = Order.parse(started.body);
    await renting.settle();
    expect((await ask(id, another.sessionId)).body).toMatchObject({ code: 'notFound' });
    await renting.bringBack(slot ?? 0);
    expect((await ask(id, another.sessionId)).status).toBe(200);
  });
});

test('equal values have the same canonical JSON, which reads back to the same value', () => {
  const values = fc
    .jsonValue({ maxDepth: 3 })
    .filter((value) => !/\d[.e]/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"é\\"","d":null}]}',
  );
});

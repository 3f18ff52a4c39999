import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CouponsCreated, HostList } from '../../../contract/operators/promotions.ts';
import { paths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { campaignTexts as texts } from '../../testing/campaigns.ts';
import { forBothEngines } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';

const why = 'the spring fair';
const limit = 1000;

forBothEngines((engine) => {
  let app: TestApp;
  let ops: Operators;
  let finance: string;
  /** An operator who is new in each test, so that the tests do not share the daily limit. */
  let mia: string;
  let count = 0;

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      env: {
        OPERATOR_KEY: serverKey,
        OPERATOR_REFUND_LIMIT: String(limit),
        OPERATOR_REFUND_LIMIT_PER_DAY: '2500',
      },
    });
    ops = new Operators(app);
    finance = await ops.add('Fin', 'finance');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    mia = await ops.add(`Mia ${++count}`, 'marketing');
  });

  const create = (coupon: object, bearer = mia, key: string = randomUUID()) =>
    ops.call('coupons', { coupon, why }, bearer, key);
  const codesNow = async () =>
    (await app.deps.db.selectFrom('coupons').select('id').execute()).length;
  const tooMuch = { status: 403, code: 'roleMissing' };

  test.each([
    ['many codes', { kind: 'goCash', amount: 100, count: 11 }],
    ['many riders of one code', { kind: 'goCash', amount: 100, max: 11 }],
    ['many riders of many codes', { kind: 'goCash', amount: 100, count: 3, max: 4 }],
    ['a given code for all riders', { kind: 'goCash', amount: 1, code: 'ALLRIDERS' }],
    ['an amount off', { kind: 'amountOff', amount: limit + 1 }],
  ])('marketing cannot create coupons above the limit: %s', async (_of, coupon) => {
    const before = await codesNow();
    expect(refusalOf(await create(coupon))).toEqual(tooMuch);
    expect(await codesNow()).toBe(before);
    expect((await create(coupon, finance)).status).toBe(201);
  });

  test('marketing creates coupons up to the limits, and a repeated act counts once', async () => {
    const key = randomUUID();
    const batch = { kind: 'goCash', amount: 100, count: 10 };
    const made = CouponsCreated.parse((await create(batch, mia, key)).body);
    for (const _again of [1, 2, 3]) {
      const repeated = CouponsCreated.parse((await create(batch, mia, key)).body);
      expect(repeated.codes.toSorted()).toEqual(made.codes.toSorted());
    }
    const free = { kind: 'freeMinutes', minutes: 30, code: `FREE${count}${engine}` };
    expect((await create(free)).status).toBe(201);
    expect((await create(batch)).status).toBe(201);
    expect(refusalOf(await create(batch))).toEqual(tooMuch);
    expect((await create({ ...batch, count: 5 })).status).toBe(201);
    app.deps.clock.advance(24 * 3600);
    expect((await create(batch)).status).toBe(201);
  });

  test('small batches at the same time stay below the limit of a day', async () => {
    const batches = Array.from({ length: 5 }, () => create({ kind: 'goCash', amount: limit }));
    const made = (await Promise.all(batches)).filter(({ status }) => status === 201);
    expect(made).toHaveLength(2);
  });

  const terms = () => ({
    type: `t-${randomUUID()}`.slice(0, 30),
    texts,
    starts: '2090-06-01',
    ends: '2090-07-01',
    timeZone: 'America/Chicago',
  });
  const goCash = { kind: 'goCash', amount: 100 };
  const minutes = { kind: 'freeMinutes', minutes: 30 };
  const raffle = (...prizes: object[]) => ({ ...terms(), kind: 'raffle', outOf: 10, prizes });
  const offer = (reward: object, more: object) => ({ ...terms(), kind: 'offer', reward, ...more });

  test.each([
    ['without a budget', offer(goCash, { unlimited: true })],
    ['for many claims', offer(goCash, { budget: { claims: 11 } })],
    ['of a large amount', offer(goCash, { budget: { amount: limit + 1 } })],
    ['of an amount off', offer({ ...goCash, kind: 'amountOff' }, { budget: { claims: 11 } })],
    ['with any number of prizes', raffle({ reward: goCash, chances: 1, stock: null })],
    [
      'with many prizes',
      raffle(
        { reward: goCash, chances: 1, stock: 6 },
        { reward: minutes, chances: 1, stock: null },
        { reward: goCash, chances: 1, stock: 5 },
      ),
    ],
  ])('only finance creates a campaign above the limit: %s', async (_of, campaign) => {
    expect(refusalOf(await ops.call('campaigns', { campaign, why }, mia))).toEqual(tooMuch);
    const made = { ...campaign, type: terms().type };
    expect((await ops.call('campaigns', { campaign: made, why }, finance)).status).toBe(201);
  });

  test.each([
    ['for some claims', offer(goCash, { budget: { claims: 10 } })],
    ['whose budget has two bounds', offer(goCash, { budget: { claims: 99, amount: limit } })],
    ['of free minutes', offer(minutes, { unlimited: true })],
    ['with some prizes', raffle({ reward: goCash, chances: 1, stock: 10 })],
  ])('marketing creates a campaign up to the limit: %s', async (_of, campaign) => {
    const made = { ...campaign, type: terms().type };
    expect((await ops.call('campaigns', { campaign: made, why }, mia)).status).toBe(201);
  });

  test('the list of the requests of hosts has pages', async () => {
    for (const name of ['Ada', 'Bob', 'Cleo']) {
      const body = {
        business: name,
        venue: 'cafe',
        place: null,
        address: '1 Test Street',
        contactName: name,
        phone: null,
        email: `${name.toLowerCase()}@example.com`,
        message: '',
        language: 'en',
        consent: true,
      };
      const sent = await app.call(paths.hosts, { method: 'POST', key: randomUUID(), body });
      expect(sent.status).toBe(201);
    }
    const page = async (more = '') =>
      HostList.parse((await ops.call(`hosts?limit=2${more}`, undefined, mia)).body);
    const first = await page();
    const second = await page(`&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    expect([first.hosts.length, second.hosts.length]).toEqual([2, 1]);
    const names = [...first.hosts, ...second.hosts].map(({ business }) => business);
    expect(names.toSorted()).toEqual(['Ada', 'Bob', 'Cleo']);
    expect((await ops.call('hosts?cursor=wrong', undefined, mia)).status).toBe(400);
  });
});

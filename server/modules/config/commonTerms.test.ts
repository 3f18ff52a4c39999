import { afterAll, beforeAll, expect, test } from 'vitest';
import { Config } from '../../../contract/config.ts';
import { paths } from '../../../contract/paths.ts';
import { isConfig } from '../../../contract/rules/shapes/configShape.ts';
import { demoTariff } from '../../../sandbox/demo/tariff.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { commonTerms } from './commonTerms.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });

test('the configuration contains exactly the terms that all stations share', async () => {
  expect(await terms()).toMatchObject({ deposit: null, lostMinutes: null });
  await enter(demoTariff);
  expect(await terms()).toMatchObject({
    unlockFee: usd(100),
    deposit: usd(2000),
    depositCaptureMinutes: 24 * 60,
    lostMinutes: 48 * 60,
    lostTotal: usd(3000),
  });
  await enter({ ...demoTariff, id: 'other', deposit: 2500 });
  expect(await terms()).toMatchObject({ unlockFee: usd(100), deposit: null, lostMinutes: 48 * 60 });
});

test('amounts in different currencies do not count as equal', () => {
  const { unlockFee, graceMinutes } = commonTerms([
    demoTariff,
    { ...demoTariff, id: 'other', currency: 'MXN' },
  ]);
  expect(unlockFee).toBeNull();
  expect(graceMinutes).toBe(5);
});

test('an app accepts the configuration of an older server without these terms', async () => {
  const config = await read();
  expect(isConfig(config)).toBe(true);
  const { terms: _terms, ...older } = config;
  expect(isConfig(older)).toBe(true);
  expect(isConfig({ ...older, terms: { deposit: 'a lot' } })).toBe(false);
});

const read = async () => Config.parse((await app.call(paths.config)).body);
const terms = async () => (await read()).terms;

function enter(tariff: typeof demoTariff) {
  return app.deps.db
    .insertInto('tariffs')
    .values({ id: tariff.id, terms: JSON.stringify(tariff) })
    .execute();
}

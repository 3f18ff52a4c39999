import { expect, test as plain } from 'playwright/test';
import { test } from '../support/fixtures.ts';
import { fullStationRows } from './rows/fullStation.ts';
import { homeStateRows } from './rows/homeStates.ts';
import { screensOffline } from './rows/offline.ts';
import { payRows } from './rows/pay.ts';
import { personRows } from './rows/person.ts';
import { promotionRows } from './rows/promotions.ts';
import { proofRows } from './rows/proof.ts';
import { rentalRows } from './rows/rental.ts';
import { pageOf, redirects, titles } from './screenPaths.ts';

const rows = [
  ...rentalRows,
  ...personRows,
  ...proofRows,
  ...fullStationRows,
  ...homeStateRows,
  ...payRows,
  ...promotionRows,
];

plain('each page of the app has a row', () => {
  const visited = new Set<string>(rows.map(({ route }) => route));
  expect(Object.keys(titles).filter((path) => !visited.has(path))).toEqual([]);
});

plain('each row has its own name, and the offline table names rows', () => {
  const names = new Set(rows.map(({ name }) => name));
  expect(names.size).toBe(rows.length);
  expect(Object.keys(screensOffline).filter((name) => !names.has(name))).toEqual([]);
});

for (const [path, target] of Object.entries(redirects)) {
  test(`${path} opens ${target}`, async ({ page }) => {
    await page.goto(path);
    await expect.poll(() => pageOf(page.url())).toBe(target);
    await expect(page).toHaveTitle(titles[target][0]);
  });
}

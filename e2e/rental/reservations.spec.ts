import type { Page } from 'playwright/test';
import en from '../../locales/en/reservations.json' with { type: 'json' };
import es from '../../locales/es/reservations.json' with { type: 'json' };
import zh from '../../locales/zh-CN/reservations.json' with { type: 'json' };
import { Reservations } from '../../contract/reservations.ts';
import { paths } from '../../contract/paths.ts';
import { choose } from '../screens/chooseLanguage.ts';
import { expectTranslated, languages } from '../screens/screenChecks.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, expectOk, Rider } from '../support/rider.ts';
import { press } from '../support/steps.ts';

test.describe.configure({ timeout: 120_000 });

const texts = { en, es, 'zh-CN': zh };

const reserve = (page: Page) => page.getByRole('button', { name: 'Reserve for 10 minutes' });
const reserveSlot = (page: Page) =>
  page.getByRole('button', { name: 'Reserve a slot for 10 minutes' });
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel the reservation' });
const current = async (rider: Rider) =>
  Reservations.parse(expectOk(await rider.call('GET', paths.reservations)));

test('a reserved charger is not available to others, and the rental of the rider uses the reservation', async ({
  page,
  rider,
  product,
  sandbox,
  supplies,
  cabinet,
}) => {
  const other = await Rider.signUp(product, sandbox, supplies.nextPhone());
  const { chargers } = await other.station(cabinet.id);
  const chargersForOther = async () => (await other.station(cabinet.id)).chargers;

  await page.goto(`/home?equip_id=${cabinet.id}`);
  await press(reserve(page), cancel(page));
  const main = page.getByRole('main');
  await expect(
    main.getByText(/A charger is reserved for you until (?:\w{3} \d+, \d{4}, )?\d+:\d\d\s[AP]M\./),
  ).toBeVisible();
  await expect(main.getByText('10 minutes left')).toBeVisible();
  expect(await chargersForOther()).toBe(chargers - 1);

  await press(cancel(page), reserve(page));
  expect(await chargersForOther()).toBe(chargers);
  await press(reserve(page), cancel(page));
  await sandbox.advance(5 * 60);
  await page.reload();
  await expect(main.getByText('5 minutes left')).toBeVisible();

  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  expect(await current(rider)).toMatchObject({ charger: null });
  expect(await chargersForOther()).toBe(chargers - 1);
  await page.goto('/home');
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText(/is reserved for you/)).toBeHidden();
  await sandbox.bringBack(cabinet, cabinet);
});

test('a rider with a charger reserves a slot, finds it on home, and returns the charger there @all', async ({
  page,
  rider,
  product,
  sandbox,
  supplies,
  cabinet,
  otherCabinet,
}) => {
  const other = await Rider.signUp(product, sandbox, supplies.nextPhone());
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  const { freeSlots, name } = await other.station(otherCabinet.id);
  await page.goto(`/home?equip_id=${otherCabinet.id}`);
  await press(reserveSlot(page), cancel(page));
  await expect(page.getByRole('main').getByText(/A slot is reserved for you until/)).toBeVisible();
  expect((await other.station(otherCabinet.id)).freeSlots).toBe(freeSlots - 1);

  await page.goto('/home');
  await expect(page.getByText(`A slot is reserved for you at ${name} until`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to your reserved slot' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText(`A slot is reserved for you at ${name} until`)).toBeVisible();
  await sandbox.bringBack(cabinet, otherCabinet);
  const order = await rider.waitFor(id, 'complete');
  expect(order.returnStation?.id).toBe(otherCabinet.id);
  expect(await current(rider)).toMatchObject({ slot: null });
  expect((await other.station(otherCabinet.id)).freeSlots).toBe(freeSlots - 1);
  await expect(page.getByText(/is reserved for you/)).toBeHidden({ timeout: 30_000 });
});

test('a rider at a full station stops the clock, reserves a slot at another station, and does not pay for the pause @slow', async ({
  page,
  rider,
  product,
  sandbox,
  supplies,
  cabinet,
  otherCabinet,
}) => {
  const full = page.getByRole('button', { name: 'Report a full station' });
  const other = await Rider.signUp(product, sandbox, supplies.nextPhone());
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.advance(50 * 60);
  await page.goto(`/home?equip_id=${otherCabinet.id}`);
  await press(reserveSlot(page), cancel(page));
  // In a small window, nothing covers the button on the sheet of the station.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.reload();
  await full.click({ trial: true });

  // If the station has a free slot, the clock continues, and the app explains what to do next.
  await page.goto('/home');
  await full.click();
  const { freeSlots, name } = await other.station(otherCabinet.id);
  await expect(page.getByRole('alert').getByText(/free at/)).toContainText(`${freeSlots + 1} `);
  await expect(page.getByRole('alert').getByText(/free at/)).toContainText(name);

  // A cabinet without power accepts no charger.
  await sandbox.knobs(otherCabinet.id, { powerCut: true });
  await expect.poll(async () => (await other.station(otherCabinet.id)).online).toBe(false);
  const main = page.getByRole('main');
  await press(full, main.getByText(/The clock is stopped until .+ You pay nothing/));
  await expect(full).toBeHidden();
  for (const language of languages.toReversed()) {
    await choose(page, language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const [start = ''] = texts[language].paused.split('{{');
    await expect(main.getByText(start)).toBeVisible();
    await expectTranslated(page, language);
  }
  await press(reserveSlot(page), main.getByText(/A slot is reserved for you/));

  await sandbox.advance(19 * 60);
  await sandbox.bringBack(cabinet, cabinet);
  const order = await rider.waitFor(id, 'complete');
  expect(order.pauses).toHaveLength(1);
  // The rider had the charger for more than an hour. But without the pause, the time is less than
  // an hour.
  expect(order.total?.amount).toBe(200);
  await page.goto(`/history/detail?orderId=${id}`);
  await expect(main.getByText('Clock stopped for')).toBeVisible();
  await sandbox.knobs(otherCabinet.id, { reset: true });
});

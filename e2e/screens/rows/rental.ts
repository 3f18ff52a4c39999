import { randomUUID } from 'node:crypto';
import type { NewClaim } from '../../../contract/claims.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { expect } from '../../support/fixtures.ts';
import { cards, expectOk } from '../../support/rider.ts';
import { type Row, type World, returned, unpaid } from '../screens.ts';

/** Starts a rental. Returns the path of home. */
async function startRental({ rider, cabinet }: World): Promise<string> {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  return '/home';
}

/** Starts a rental, and sends a claim about its charger. Returns the id of the order. */
async function claimed({ rider, cabinet }: World, claim: NewClaim): Promise<string> {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  expectOk(await rider.call('POST', fillPath(paths.claim, { id }), claim, randomUUID()));
  return id;
}

/** Waits until the claim about the order is in this state. The server checks claims from time to time. */
async function claimIn({ rider }: World, id: string, state: 'support' | 'refused'): Promise<void> {
  await expect
    .poll(async () => (await rider.order(id)).claim?.state, { timeout: 60_000 })
    .toBe(state);
}

/** The screens of home, of the steps to a charger, and of the pages after a rental. */
export const rentalRows: Row[] = [
  { name: 'home of a guest', route: '/home', guest: true, address: () => '/home' },
  {
    name: 'home with the station of a QR code',
    route: '/home',
    guest: true,
    address: ({ cabinet }) => `/home?equip_id=${cabinet.id}`,
  },
  {
    name: 'home with own stations',
    route: '/home',
    async address({ rider, cabinet }) {
      expectOk(await rider.call('PUT', fillPath(paths.favourite, { stationId: cabinet.id })));
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main section .st-row').waitFor();
    },
  },
  {
    name: 'station among the favourites',
    route: '/home',
    async address({ rider, cabinet }) {
      expectOk(await rider.call('PUT', fillPath(paths.favourite, { stationId: cabinet.id })));
      return `/home?equip_id=${cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('main button svg[fill="currentColor"]').waitFor();
    },
  },
  {
    name: 'station with a reserved charger',
    route: '/home',
    async address({ rider, cabinet }) {
      const body = { kind: 'charger', stationId: cabinet.id };
      expectOk(await rider.call('POST', paths.reservations, body, randomUUID()));
      return `/home?equip_id=${cabinet.id}`;
    },
    async reach({ page }) {
      await page.getByText(/^(\d+ minutes left|Quedan \d+ minutos|还剩 \d+\s分钟)$/).waitFor();
    },
  },
  {
    name: 'station of a QR code for a guest with a wallet',
    route: '/home',
    guest: true,
    async address({ page, cabinet }) {
      await page.context().addInitScript(() => {
        Object.assign(window, { ApplePaySession: () => undefined });
      });
      return `/home?equip_id=${cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('.home-foot button:enabled').waitFor();
    },
  },
  {
    name: 'home while charging',
    route: '/home',
    address: startRental,
    async reach({ page }) {
      await page.getByRole('timer').waitFor();
    },
  },
  {
    name: 'home with a claim that the station checks',
    route: '/home',
    async address(world) {
      await claimed(world, { kind: 'cannotReturn' });
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'home with a claim that support checks',
    route: '/home',
    async address(world) {
      const id = await claimed(world, { kind: 'cannotReturn' });
      await world.sandbox.advance(11 * 60);
      await claimIn(world, id, 'support');
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'home with a refused claim',
    route: '/home',
    async address(world) {
      const id = await claimed(world, { kind: 'returned', stationId: world.cabinet.id });
      await world.sandbox.advance(70);
      await claimIn(world, id, 'refused');
      return '/home';
    },
    async reach({ page }) {
      // The button for a charger that does not charge loads last.
      await page.locator('main section section button').first().waitFor();
    },
  },
  {
    name: 'home with a second charger',
    route: '/home',
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      const { id } = await rider.rent(cabinet.id, 'charging');
      expectOk(await rider.call('POST', fillPath(paths.faulty, { id }), {}, randomUUID()));
      await expect.poll(async () => (await rider.order(id)).faulty?.swap).toBe('done');
      await rider.waitFor(id, 'charging');
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main section section h2').waitFor();
    },
  },
  {
    name: 'home with the question before a swap',
    route: '/home',
    address: startRental,
    async reach({ page }) {
      await page.locator('main section section div button').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'home with the way to a free slot',
    route: '/home',
    async address({ page, rider, cabinet }) {
      await rider.addCard(cards.pays);
      await rider.rent(cabinet.id, 'charging');
      const { lat, lng } = await rider.station(cabinet.id);
      await page.context().grantPermissions(['geolocation']);
      await page.context().setGeolocation({ latitude: lat - 0.002, longitude: lng });
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main section svg circle').waitFor();
    },
  },
  {
    name: 'home after the return',
    route: '/home',
    async address(world) {
      // Chromium's headless shell denies notifications. Without this change, the app would not offer to turn them on.
      await world.page.context().addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      });
      await returned(world);
      return '/home';
    },
    async reach({ page }) {
      // The bar with the main button covers half of the offer, so scroll down.
      await page.locator('main section button').first().waitFor();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    name: 'home with an unpaid order',
    route: '/home',
    async address(world) {
      await unpaid(world);
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main + div button:enabled').waitFor();
    },
  },
  {
    name: 'search with own stations',
    route: '/search',
    async address({ rider, cabinet }) {
      expectOk(await rider.call('PUT', fillPath(paths.favourite, { stationId: cabinet.id })));
      return '/search';
    },
    async reach({ page }) {
      await page.locator('main section .st-row').waitFor();
    },
  },
  { name: 'search', route: '/search', guest: true, address: () => '/search' },
  {
    name: 'search for a station to return to',
    route: '/search',
    guest: true,
    address: () => '/search?q=street&for=return&open=1',
  },
  {
    name: 'search without results',
    route: '/search',
    guest: true,
    address: () => '/search?q=zzzzzz',
  },
  { name: 'scan', route: '/home/scan', guest: true, address: () => '/home/scan' },
  {
    name: 'preparing',
    route: '/home/rent/preparing',
    async address({ rider, sandbox, cabinet }) {
      await rider.addCard(cards.pays);
      // The cabinet never answers. An answer would close the screen, perhaps before a busy machine
      // has checked it.
      await sandbox.knobs(cabinet.id, { lossRate: 1 });
      const order = await rider.rent(cabinet.id, 'ejecting');
      return `/home/rent/preparing?orderId=${order.id}`;
    },
  },
  {
    name: 'rental success',
    route: '/home/rent/success',
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      const order = await rider.rent(cabinet.id, 'charging');
      return `/home/rent/success?orderId=${order.id}`;
    },
  },
  {
    name: 'out of chargers',
    route: '/home/rent/outOfChargers',
    guest: true,
    async address({ sandbox }) {
      const { id } = await sandbox.scenario('empty');
      return `/home/rent/outOfChargers?equip_id=${id}`;
    },
  },
  {
    name: 'technical problem',
    route: '/home/rent/technicalError',
    async address({ rider, sandbox, cabinet }) {
      await rider.addCard(cards.pays);
      await sandbox.knobs(cabinet.id, { eject: 'jammed' });
      const order = await rider.rent(cabinet.id, 'failed');
      return `/home/rent/technicalError?orderId=${order.id}`;
    },
  },
  {
    name: 'payment failed',
    route: '/home/rent/paymentError',
    async address({ rider, cabinet }) {
      await rider.addCard(cards.declined);
      const order = await rider.rent(cabinet.id, 'failed');
      return `/home/rent/paymentError?orderId=${order.id}`;
    },
  },
  { name: 'history without orders', route: '/history', address: () => '/history' },
  {
    name: 'history',
    route: '/history',
    async address(world) {
      await returned(world);
      return '/history';
    },
  },
  {
    name: 'receipt',
    route: '/history/detail',
    address: async (world) => `/history/detail?orderId=${await returned(world)}`,
  },
  {
    name: 'receipt of an unpaid order',
    route: '/history/detail',
    address: async (world) => `/history/detail?orderId=${await unpaid(world)}`,
  },
  {
    name: 'receipt as a PDF',
    route: '/pdfDownload',
    async address(world) {
      const file = `/api/orders/${await returned(world)}/receipt.pdf`;
      return `/pdfDownload?file=${encodeURIComponent(file)}`;
    },
    async reach({ page }) {
      await page.locator('a[href^="blob:"]').waitFor();
    },
  },
  {
    name: 'PDF without a document',
    route: '/pdfDownload',
    guest: true,
    address: () => '/pdfDownload',
  },
  {
    name: 'proof of return',
    route: '/history/detail/proof',
    address: async (world) => `/history/detail/proof?orderId=${await returned(world)}`,
    async reach({ page }) {
      await page.locator('main summary').click();
      await page.locator('dd code').last().waitFor();
    },
  },
  {
    name: 'map of the stations of the orders',
    route: '/history/map',
    async address(world) {
      await returned(world);
      return '/history/map';
    },
    async reach({ page }) {
      await page.locator('.leaflet-container button').first().waitFor();
    },
  },
  { name: 'map without orders', route: '/history/map', address: () => '/history/map' },
  { name: 'export of orders', route: '/history/export', address: () => '/history/export' },
  {
    name: 'report of a problem',
    route: '/history/detail/problem',
    address: async (world) => `/history/detail/problem?orderId=${await returned(world)}`,
    async reach({ page }) {
      // Wait for the order, because the back button is the last button until the order has loaded.
      await page.locator('textarea').waitFor();
      await page.getByRole('button').last().click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'payment success',
    route: '/history/pay/paySuccess',
    async address(world) {
      const id = await unpaid(world);
      const card = await world.rider.addCard(cards.pays);
      await world.rider.pay(id, card.id);
      await world.rider.waitFor(id, 'complete');
      return `/history/pay/paySuccess?orderId=${id}`;
    },
  },
];

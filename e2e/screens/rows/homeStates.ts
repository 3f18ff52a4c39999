import { expect } from '../../support/fixtures.ts';
import { cards } from '../../support/rider.ts';
import type { Row } from '../screens.ts';

/** More states of home and of the sheet of a station. These screens are not checked offline. */
export const homeStateRows: Row[] = [
  {
    name: 'station without chargers',
    route: '/home',
    guest: true,
    address: async ({ sandbox }) => `/home?equip_id=${(await sandbox.scenario('empty')).id}`,
    async reach({ page }) {
      await page.locator('.home-foot button').waitFor();
    },
  },
  {
    name: 'station of a QR code during a rental',
    route: '/home',
    async address({ rider, cabinet, otherCabinet }) {
      await rider.addCard(cards.pays);
      await rider.rent(cabinet.id, 'charging');
      return `/home?equip_id=${otherCabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('.home-foot a[href="/home"]').waitFor();
    },
  },
  {
    name: 'home while charging with a coupon',
    route: '/home',
    async address({ rider, sandbox, cabinet }) {
      await rider.addCard(cards.pays);
      await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 50 }));
      const order = await rider.rent(cabinet.id, 'charging');
      expect(order.coupon).not.toBeNull();
      return '/home';
    },
    async reach({ page }) {
      await page.getByRole('timer').waitFor();
    },
  },
  {
    name: 'home without the permission for the position',
    route: '/home',
    guest: true,
    async address({ page }) {
      await page.context().clearPermissions();
      return '/home';
    },
    async reach({ page }) {
      await page.locator('button.home-round', { has: page.locator('.home-words') }).click();
      await page.locator('.home-note').waitFor();
    },
  },
];

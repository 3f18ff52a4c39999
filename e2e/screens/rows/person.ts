import { expect } from 'playwright/test';
import { NotificationList, NotificationSettings } from '../../../contract/notifications.ts';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { linkTo } from '../../support/undoLink.ts';
import { makePng } from '../../support/makePng.ts';
import { Rider, cards, expectOk } from '../../support/rider.ts';
import { type Row, returned, unpaid } from '../screens.ts';

/** The screens for a rider's account, and the pages with texts. */
export const personRows: Row[] = [
  { name: 'login', route: '/login', guest: true, address: () => '/login' },
  {
    name: 'login that failed at a provider',
    route: '/login/social',
    guest: true,
    address: () => '/login/social',
  },
  {
    name: 'phone',
    route: '/login/loginWithPhone',
    guest: true,
    address: () => '/login/loginWithPhone',
  },
  {
    name: 'phone, missing',
    route: '/login/loginWithPhone',
    guest: true,
    address: () => '/login/loginWithPhone',
    async reach({ page }) {
      await page.locator('button[type="submit"]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'countries', route: '/countryCode', guest: true, address: () => '/countryCode' },
  {
    name: 'countries without a match',
    route: '/countryCode',
    guest: true,
    address: () => '/countryCode',
    async reach({ page }) {
      await page.getByRole('combobox').fill('xyzzy');
      await page.getByRole('option').first().waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'code',
    route: '/loginWithPhone/phone/code',
    guest: true,
    address: () => '/login/loginWithPhone',
    async reach({ page, newPhone }) {
      await page.locator('input[type="tel"]').fill(newPhone().replace('+1', ''));
      await page.locator('button[type="submit"]').click();
      await page.waitForURL('**/loginWithPhone/phone/code*');
    },
  },
  { name: 'start guide', route: '/startGuide', guest: true, address: () => '/startGuide' },
  {
    name: 'help with an answer open',
    route: '/help',
    guest: true,
    address: () => '/help?topic=late',
    async reach({ page }) {
      await page.locator('details[open] details[open]').waitFor();
    },
  },
  {
    name: 'help with a search',
    route: '/help',
    address: () => '/help',
    async reach({ page }) {
      await page.getByRole('searchbox').fill('GoCash');
      await page.locator('main section details').first().waitFor();
    },
  },
  {
    name: 'report about the current charger',
    route: '/help/report',
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      const { id } = await rider.rent(cabinet.id, 'charging');
      return `/help/report?orderId=${id}`;
    },
    async reach({ page }) {
      await page.getByRole('radio').nth(2).check();
      await page.getByRole('switch').waitFor();
    },
  },
  {
    name: 'report with the number of a charger',
    route: '/help/report',
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      const { id } = await rider.rent(cabinet.id, 'charging');
      return `/help/report?orderId=${id}`;
    },
    async reach({ page }) {
      await page.getByRole('radio').nth(1).check();
      await page.locator('input[name="reportCharger"]').fill('números');
      await page.locator('button[type="submit"], main + div button').last().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'reports',
    route: '/help/reports',
    async address({ rider, sandbox, cabinet }) {
      const stationId = cabinet.id;
      const { number } = await rider.report({ kind: 'cabinetBroken', stationId });
      await sandbox.answerCase(number, 'Somebody will be there today.\nThank you!');
      await rider.report({ kind: 'other', note: 'The light of the third slot is out.' });
      return '/help/reports';
    },
    async reach({ page }) {
      await page.locator('main li').nth(1).waitFor();
    },
  },
  { name: 'menu of a guest', route: '/menu', guest: true, address: () => '/menu' },
  { name: 'menu', route: '/menu', address: () => '/menu' },
  { name: 'profile', route: '/profile', address: () => '/profile' },
  { name: 'your info', route: '/profile/yourInfo', address: () => '/profile/yourInfo' },
  {
    name: 'your name, unsaved',
    route: '/profile/yourInfo/:type',
    address: () => '/profile/yourInfo/name',
    async reach({ page }) {
      await page.locator('input[name="name"]').fill('Ana');
      await page.locator('header button').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'your email, invalid',
    route: '/profile/yourInfo/:type',
    address: () => '/profile/yourInfo/email',
    async reach({ page }) {
      await page.locator('input[name="email"]').fill('ana@');
      await page.locator('button[type="submit"]').click();
    },
  },
  {
    name: 'code for an email',
    route: '/profile/yourInfo/:type/code',
    address: () => '/profile/yourInfo/email/code',
    async reach({ page, newPhone }) {
      const email = page.locator('input[name="email"]');
      const code = page.locator('input[name="code"]');
      await email.or(code).waitFor();
      // The number of codes is limited, so all visits of this page use the code of the first visit.
      if (await code.isVisible()) return;
      await email.fill(`a${newPhone().slice(1)}@example.com`);
      await page.locator('button[type="submit"]').click();
      await page.waitForURL('**/profile/yourInfo/email/code');
    },
  },
  {
    name: 'link about a changed phone',
    route: '/notMe',
    async address({ rider, sandbox, newPhone }) {
      const phone = newPhone();
      const asked = await rider.call('POST', paths.myPhone, { phone });
      const { requestId } = CodeIssued.parse(expectOk(asked));
      const code = await sandbox.code(phone);
      expectOk(await rider.call('POST', fillPath(paths.verifyMyPhone, { requestId }), { code }));
      return linkTo(sandbox, rider.phone);
    },
    async reach({ page }) {
      // Only the fragment of the address changes, so navigation does not load the page again.
      await page.reload();
      await page.locator('main li').nth(3).waitFor();
    },
  },
  { name: 'link that is not complete', route: '/notMe', guest: true, address: () => '/notMe' },
  {
    name: 'new phone number',
    route: '/profile/yourInfo/:type',
    address: () => '/profile/yourInfo/phone',
  },
  {
    name: 'country of a new phone number',
    route: '/profile/yourInfo/phone/country',
    address: () => '/profile/yourInfo/phone/country',
  },
  {
    name: 'birthday, invalid',
    route: '/profile/yourInfo/:type',
    address: () => '/profile/yourInfo/birthday',
    async reach({ page }) {
      await page.locator('button[type="submit"]').click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  { name: 'photo', route: '/profile/yourInfo/:type', address: () => '/profile/yourInfo/photo' },
  {
    name: 'photo, chosen',
    route: '/profile/yourInfo/:type',
    address: () => '/profile/yourInfo/photo',
    async reach({ page }) {
      const buffer = makePng(600, 400, [232, 180, 90], [40, 90, 120]);
      const file = { name: 'me.png', mimeType: 'image/png', buffer };
      await page.locator('input[type="file"]').first().setInputFiles(file);
      await page.locator('input[type="range"]').first().waitFor();
    },
  },
  { name: 'recent without entries', route: '/profile/recent', address: () => '/profile/recent' },
  {
    name: 'recent',
    route: '/profile/recent',
    async address(world) {
      await returned(world);
      return '/profile/recent';
    },
  },
  {
    name: 'account deletion',
    route: '/setting',
    address: () => '/setting',
    async reach({ page }) {
      await page.locator('section[aria-labelledby="data-heading"] button').last().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'settings', route: '/setting', address: () => '/setting' },
  { name: 'language', route: '/setting/changeLanguage', address: () => '/setting/changeLanguage' },
  {
    name: 'devices',
    route: '/setting/devices',
    async address({ rider, sandbox }) {
      // The same rider logs in on another device.
      await sandbox.advance(31);
      await Rider.signUp(rider.product, sandbox, rider.phone);
      return '/setting/devices';
    },
  },
  { name: 'notifications, none yet', route: '/notification', address: () => '/notification' },
  {
    name: 'notifications',
    route: '/notification',
    async address(world) {
      await returned(world);
      return '/notification';
    },
  },
  {
    name: 'notification',
    route: '/notification/detail',
    async address(world) {
      await unpaid(world);
      const { notifications } = NotificationList.parse(
        expectOk(await world.rider.call('GET', paths.notifications)),
      );
      const told = notifications.find(({ kind }) => kind === 'unpaid');
      return `/notification/detail?id=${told?.id}`;
    },
  },
  {
    name: 'notification settings',
    route: '/setting/notifications',
    async address({ rider }) {
      const settings = NotificationSettings.parse(
        expectOk(await rider.call('GET', paths.notificationSettings)),
      );
      const quietHours = { from: '22:00', to: '07:00', timeZone: 'America/Chicago' };
      await rider.call('PUT', paths.notificationSettings, { ...settings, quietHours });
      return '/setting/notifications';
    },
    async reach({ page }) {
      await page.locator('input[type="time"]').first().waitFor();
    },
  },
  {
    name: 'host',
    route: '/gogoHost',
    guest: true,
    address: () => '/gogoHost',
    async reach({ page }) {
      await page.getByRole('main').getByRole('slider').nth(2).waitFor();
      for (const question of await page.locator('main summary').all()) await question.click();
    },
  },
  {
    name: 'host form with errors',
    route: '/gogoHost/form',
    guest: true,
    address: () => '/gogoHost/form',
    async reach({ page }) {
      await page.locator('button[type="submit"]').click();
      await expect(page.locator('[name="business"]')).toBeFocused();
    },
  },
  { name: 'legal', route: '/setting/legal', guest: true, address: () => '/setting/legal' },
  {
    name: 'licenses',
    route: '/setting/legal/licenses',
    guest: true,
    address: () => '/setting/legal/licenses',
    async reach({ page }) {
      await page.locator('summary').first().click();
    },
  },
  ...(['/setting/legal', '/login/loginWithPhone'] as const).flatMap((parent): Row[] => [
    {
      name: `terms of${parent.replaceAll('/', ' ')}`,
      route: `${parent}/terms`,
      guest: true,
      address: () => `${parent}/terms`,
    },
    {
      name: `privacy of${parent.replaceAll('/', ' ')}`,
      route: `${parent}/privacy`,
      guest: true,
      address: () => `${parent}/privacy`,
    },
  ]),
  { name: 'unknown path', route: '*', guest: true, address: () => '/no/such/page' },
];

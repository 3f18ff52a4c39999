import { NotificationList, NotificationSettings } from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import { makePng } from '../../support/makePng.ts';
import { Rider, cards, expectOk } from '../../support/rider.ts';
import { type Row, returned, unpaid } from '../screens.ts';

const titles = {
  logIn: ['Log in', '登录', 'Iniciar sesión'],
  countryCode: ['Country or region', '国家/地区', 'País o región'],
  code: ['Enter the code', '输入验证码', 'Ingresar el código'],
  problem: ['Report a problem', '报告问题', 'Informar un problema'],
  help: ['Help center', '帮助中心', 'Centro de ayuda'],
  reports: ['Your reports', '您的报告', 'Tus reportes'],
  menu: ['Menu', '菜单', 'Menú'],
  startGuide: ['Start Guide', '使用指南', 'Guía de inicio'],
  profile: ['profile', '个人资料', 'Perfil'],
  yourInfo: ['Your info', '您的信息', 'Tu información'],
  recent: ['Recent', '最近', 'Recientes'],
  settings: ['Settings', '设置', 'Ajustes'],
  language: ['Language', '语言', 'Idioma'],
  devices: ['Devices', '设备', 'Dispositivos'],
  notification: ['Notification', '通知', 'Notificaciones'],
  notificationDetail: ['Notification Detail', '通知详情', 'Detalle'],
  notificationSettings: ['Notification settings', '通知设置', 'Ajustes de notificaciones'],
  legal: ['Legal', '法律条款', 'Legal'],
  terms: ['Terms', '服务条款', 'Términos'],
  privacy: ['Privacy', '隐私政策', 'Privacidad'],
  notFound: ['Page not found', '找不到页面', 'Página no encontrada'],
} satisfies Record<string, Row['title']>;

/** The account of a rider, and pages to read. */
export const personRows: Row[] = [
  { name: 'login', title: titles.logIn, guest: true, address: () => '/login' },
  {
    name: 'login that failed at a provider',
    title: titles.logIn,
    guest: true,
    address: () => '/login/social',
  },
  { name: 'phone', title: titles.logIn, guest: true, address: () => '/login/loginWithPhone' },
  {
    name: 'phone, missing',
    title: titles.logIn,
    guest: true,
    address: () => '/login/loginWithPhone',
    async reach({ page }) {
      await page.locator('button[type="submit"]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'countries', title: titles.countryCode, guest: true, address: () => '/countryCode' },
  {
    name: 'countries without a match',
    title: titles.countryCode,
    guest: true,
    address: () => '/countryCode',
    async reach({ page }) {
      await page.getByRole('combobox').fill('xyzzy');
      await page.getByRole('option').first().waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'code',
    title: titles.code,
    guest: true,
    address: () => '/login/loginWithPhone',
    async reach({ page, newPhone }) {
      await page.locator('input[type="tel"]').fill(newPhone().replace('+1', ''));
      await page.locator('button[type="submit"]').click();
      await page.waitForURL('**/loginWithPhone/phone/code*');
    },
  },
  { name: 'start guide', title: titles.startGuide, guest: true, address: () => '/startGuide' },
  {
    name: 'help with an answer open',
    title: titles.help,
    guest: true,
    address: () => '/help?topic=late',
    async reach({ page }) {
      await page.locator('details[open] details[open]').waitFor();
    },
  },
  {
    name: 'help with a search',
    title: titles.help,
    address: () => '/help',
    async reach({ page }) {
      await page.getByRole('searchbox').fill('GoCash');
      await page.locator('main section details').first().waitFor();
    },
  },
  {
    name: 'report about the current charger',
    title: titles.problem,
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
    name: 'reports',
    title: titles.reports,
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
  { name: 'menu of a guest', title: titles.menu, guest: true, address: () => '/menu' },
  { name: 'menu', title: titles.menu, address: () => '/menu' },
  { name: 'profile', title: titles.profile, address: () => '/profile' },
  { name: 'your info', title: titles.yourInfo, address: () => '/profile/yourInfo' },
  {
    name: 'your name, unsaved',
    title: titles.yourInfo,
    address: () => '/profile/yourInfo/name',
    async reach({ page }) {
      await page.locator('input[name="name"]').fill('Ana');
      await page.locator('header button').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'your email, invalid',
    title: titles.yourInfo,
    address: () => '/profile/yourInfo/email',
    async reach({ page }) {
      await page.locator('input[name="email"]').fill('ana@');
      await page.locator('button[type="submit"]').click();
    },
  },
  {
    name: 'code for an email',
    title: titles.code,
    address: () => '/profile/yourInfo/email/code',
    async reach({ page, newPhone }) {
      const email = page.locator('input[name="email"]');
      const code = page.locator('input[name="code"]');
      await email.or(code).waitFor();
      // The number of codes is limited, so all visits use the first code.
      if (await code.isVisible()) return;
      await email.fill(`a${newPhone().slice(1)}@example.com`);
      await page.locator('button[type="submit"]').click();
      await page.waitForURL('**/profile/yourInfo/email/code');
    },
  },
  { name: 'new phone number', title: titles.yourInfo, address: () => '/profile/yourInfo/phone' },
  {
    name: 'country of a new phone number',
    title: titles.countryCode,
    address: () => '/profile/yourInfo/phone/country',
  },
  {
    name: 'birthday, invalid',
    title: titles.yourInfo,
    address: () => '/profile/yourInfo/birthday',
    async reach({ page }) {
      await page.locator('button[type="submit"]').click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  { name: 'photo', title: titles.yourInfo, address: () => '/profile/yourInfo/photo' },
  {
    name: 'photo, chosen',
    title: titles.yourInfo,
    address: () => '/profile/yourInfo/photo',
    async reach({ page }) {
      const buffer = makePng(600, 400, [232, 180, 90], [40, 90, 120]);
      const file = { name: 'me.png', mimeType: 'image/png', buffer };
      await page.locator('input[type="file"]').first().setInputFiles(file);
      await page.locator('input[type="range"]').first().waitFor();
    },
  },
  { name: 'recent without entries', title: titles.recent, address: () => '/profile/recent' },
  {
    name: 'recent',
    title: titles.recent,
    async address(world) {
      await returned(world);
      return '/profile/recent';
    },
  },
  {
    name: 'account deletion',
    title: titles.settings,
    address: () => '/setting',
    async reach({ page }) {
      await page.locator('section[aria-labelledby="data-heading"] button').last().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'settings', title: titles.settings, address: () => '/setting' },
  { name: 'language', title: titles.language, address: () => '/setting/changeLanguage' },
  {
    name: 'devices',
    title: titles.devices,
    async address({ rider, sandbox }) {
      // Another device of the same rider.
      await sandbox.advance(31);
      await Rider.signUp(rider.product, sandbox, rider.phone);
      return '/setting/devices';
    },
  },
  { name: 'notifications, none yet', title: titles.notification, address: () => '/notification' },
  {
    name: 'notifications',
    title: titles.notification,
    async address(world) {
      await returned(world);
      return '/notification';
    },
  },
  {
    name: 'notification',
    title: titles.notificationDetail,
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
    title: titles.notificationSettings,
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
  { name: 'legal', title: titles.legal, guest: true, address: () => '/setting/legal' },
  ...['/setting/legal', '/login/loginWithPhone'].flatMap((parent): Row[] => [
    {
      name: `terms of${parent.replaceAll('/', ' ')}`,
      title: titles.terms,
      guest: true,
      address: () => `${parent}/terms`,
    },
    {
      name: `privacy of${parent.replaceAll('/', ' ')}`,
      title: titles.privacy,
      guest: true,
      address: () => `${parent}/privacy`,
    },
  ]),
  { name: 'unknown path', title: titles.notFound, guest: true, address: () => '/no/such/page' },
];

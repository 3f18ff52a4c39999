import { cards } from '../../support/rider.ts';
import { type Row, returned, unpaid } from '../screens.ts';

const titles = {
  home: ['Home', '首页', 'Inicio'],
  search: ['Search nearby stations', '搜索附近站点', 'Buscar estaciones cercanas'],
  scan: ['Scan', '扫码', 'Escanear'],
  preparing: ['Preparing your charger', '正在准备您的充电宝', 'Preparando tu cargador'],
  success: ['Take your charger', '取走您的充电宝', 'Toma tu cargador'],
  outOfChargers: ['Out of chargers', '充电宝已借完', 'Sin cargadores'],
  technicalError: ['Technical problem', '技术故障', 'Problema técnico'],
  paymentError: ['Payment failed', '付款失败', 'Pago fallido'],
  history: ['Order history', '订单记录', 'Historial'],
  receipt: ['Order receipt', '订单收据', 'Recibo'],
  problem: ['Report a problem', '报告问题', 'Informar un problema'],
  pdf: ['Pdf', 'PDF', 'PDF'],
  ordersExport: ['Statements and export', '对账单与导出', 'Estados de cuenta y exportación'],
  paid: ['Payment success', '支付成功', 'Pago exitoso'],
} satisfies Record<string, Row['title']>;

/** Home, the steps to a charger, and the pages after a rental. */
export const rentalRows: Row[] = [
  { name: 'home of a guest', title: titles.home, guest: true, address: () => '/home' },
  {
    name: 'home with the station of a QR code',
    title: titles.home,
    guest: true,
    address: ({ cabinet }) => `/home?equip_id=${cabinet.id}`,
  },
  {
    name: 'home while charging',
    title: titles.home,
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      await rider.rent(cabinet.id, 'charging');
      return '/home';
    },
    async reach({ page }) {
      await page.getByRole('timer').waitFor();
    },
  },
  {
    name: 'home after the return',
    title: titles.home,
    async address(world) {
      // The headless shell refuses notifications, so that the app would not offer them.
      await world.page.context().addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      });
      await returned(world);
      return '/home';
    },
    async reach({ page }) {
      // The call to action covers half of the offer until the user scrolls.
      await page.locator('main section button').first().waitFor();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    name: 'home with an unpaid order',
    title: titles.home,
    async address(world) {
      await unpaid(world);
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main + div button:enabled').waitFor();
    },
  },
  { name: 'search', title: titles.search, guest: true, address: () => '/search' },
  {
    name: 'search for a station to return to',
    title: titles.search,
    guest: true,
    address: () => '/search?q=street&for=return&open=1',
  },
  {
    name: 'search without results',
    title: titles.search,
    guest: true,
    address: () => '/search?q=zzzzzz',
  },
  { name: 'scan', title: titles.scan, guest: true, address: () => '/home/scan' },
  {
    name: 'preparing',
    title: titles.preparing,
    async address({ rider, sandbox, cabinet }) {
      await rider.addCard(cards.pays);
      await sandbox.knobs(cabinet.id, { answerDelayMs: 60_000 });
      const order = await rider.rent(cabinet.id, 'ejecting');
      return `/home/rent/preparing?orderId=${order.id}`;
    },
  },
  {
    name: 'rental success',
    title: titles.success,
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      const order = await rider.rent(cabinet.id, 'charging');
      return `/home/rent/success?orderId=${order.id}`;
    },
  },
  {
    name: 'out of chargers',
    title: titles.outOfChargers,
    guest: true,
    async address({ sandbox }) {
      const { id } = await sandbox.scenario('empty');
      return `/home/rent/outOfChargers?equip_id=${id}`;
    },
  },
  {
    name: 'technical problem',
    title: titles.technicalError,
    async address({ rider, sandbox, cabinet }) {
      await rider.addCard(cards.pays);
      await sandbox.knobs(cabinet.id, { eject: 'jammed' });
      const order = await rider.rent(cabinet.id, 'failed');
      return `/home/rent/technicalError?orderId=${order.id}`;
    },
  },
  {
    name: 'payment failed',
    title: titles.paymentError,
    async address({ rider, cabinet }) {
      await rider.addCard(cards.declined);
      const order = await rider.rent(cabinet.id, 'failed');
      return `/home/rent/paymentError?orderId=${order.id}`;
    },
  },
  { name: 'history without orders', title: titles.history, address: () => '/history' },
  {
    name: 'history',
    title: titles.history,
    async address(world) {
      await returned(world);
      return '/history';
    },
  },
  {
    name: 'receipt',
    title: titles.receipt,
    address: async (world) => `/history/detail?orderId=${await returned(world)}`,
  },
  {
    name: 'receipt of an unpaid order',
    title: titles.receipt,
    address: async (world) => `/history/detail?orderId=${await unpaid(world)}`,
  },
  {
    name: 'receipt as a PDF',
    title: titles.pdf,
    async address(world) {
      const file = `/api/orders/${await returned(world)}/receipt.pdf`;
      return `/pdfDownload?file=${encodeURIComponent(file)}`;
    },
    async reach({ page }) {
      await page.locator('a[href^="blob:"]').waitFor();
    },
  },
  { name: 'PDF without a document', title: titles.pdf, guest: true, address: () => '/pdfDownload' },
  { name: 'export of orders', title: titles.ordersExport, address: () => '/history/export' },
  {
    name: 'report of a problem',
    title: titles.problem,
    address: async (world) => `/history/detail/problem?orderId=${await returned(world)}`,
    async reach({ page }) {
      // Until the order is loaded, the last button is the back button.
      await page.locator('textarea').waitFor();
      await page.getByRole('button').last().click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'payment success',
    title: titles.paid,
    async address(world) {
      const id = await unpaid(world);
      const card = await world.rider.addCard(cards.pays);
      await world.rider.pay(id, card.id);
      await world.rider.waitFor(id, 'complete');
      return `/history/pay/paySuccess?orderId=${id}`;
    },
  },
];

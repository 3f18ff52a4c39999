import { expect } from 'playwright/test';
import { Rider, cards } from '../../support/rider.ts';
import { type Row, returned } from '../screens.ts';

const titles = {
  unlock: ['Unlock changer', '解锁充电宝', 'Desbloquear cargador'],
  addCard: ['Add new Card', '添加新卡', 'Agregar tarjeta'],
  payment: ['Payment', '付款', 'Pago'],
  methods: ['Payment methods', '付款方式', 'Métodos de pago'],
  addMethod: ['Add payment method', '添加付款方式', 'Agregar método de pago'],
  editCard: ['Card edit', '编辑卡片', 'Editar tarjeta'],
  addGoCash: ['Add GoCash', '充值 GoCash', 'Agregar GoCash'],
  selectMethod: ['Select payment method', '选择付款方式', 'Elegir método de pago'],
  complete: ['Complete', '完成', 'Completar'],
  goCashSuccess: ['GoCash success', '充值成功', 'Recarga exitosa'],
  viewHistory: ['View History', '查看记录', 'Ver historial'],
  coupon: ['Coupon', '优惠券', 'Cupones'],
  redeemCoupon: ['Redeem Coupon', '兑换优惠券', 'Canjear cupón'],
  getFree: ['Get free', '邀请有礼', 'Invita y gana'],
  howItWorks: ['How it works', '活动规则', 'Cómo funciona'],
} satisfies Record<string, Row['title']>;

/** Payments, payment methods and discounts. */
export const payRows: Row[] = [
  {
    name: 'unlock without a card',
    title: titles.unlock,
    address: ({ cabinet }) => `/payment/unlockChanger?equip_id=${cabinet.id}`,
  },
  {
    name: 'unlock with cards',
    title: titles.unlock,
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      await rider.addCard(cards.declined);
      return `/payment/unlockChanger?equip_id=${cabinet.id}`;
    },
  },
  {
    name: 'unlock with GoCash and a coupon',
    title: titles.unlock,
    async address({ rider, sandbox, cabinet }) {
      await rider.addCard(cards.pays);
      await rider.topUp();
      await rider.addCard(cards.declined);
      await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 50 }));
      return `/payment/unlockChanger?equip_id=${cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('input[value="goCash"]').check();
      await page.locator('select[name="depositMethod"]').waitFor();
    },
  },
  {
    name: 'add a card',
    title: titles.addCard,
    address: ({ cabinet }) => `/payment/unlockChanger/addNewCard?equip_id=${cabinet.id}`,
    // The issuer's form is in a frame, which loads later than the page.
    async reach({ page }) {
      await expect(page.frameLocator('iframe').getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'payment without methods',
    title: titles.payment,
    address: () => '/payment',
  },
  {
    name: 'payment',
    title: titles.payment,
    async address(world) {
      const { rider } = world;
      await rider.addSheet('payPal', 'pays');
      await returned(world);
      await rider.topUp();
      return '/payment';
    },
  },
  {
    name: 'payment methods',
    title: titles.methods,
    async address({ rider }) {
      await rider.addSheet('applePay', 'pays');
      await rider.addSheet('payPal', 'pays');
      await rider.addCard(cards.pays);
      return '/payment/paymentMethodActions';
    },
  },
  {
    name: 'payment method to add',
    title: titles.addMethod,
    async address({ rider }) {
      await rider.addSheet('googlePay', 'pays');
      return '/payment/paymentMethodActions/addPaymentMethod';
    },
    async reach({ page }) {
      await page.locator('input[value="googlePay"]').check();
      await page.locator('input[name="default"]').waitFor();
    },
  },
  {
    name: 'card to edit with errors',
    title: titles.editCard,
    async address({ rider }) {
      await rider.addCard(cards.declined);
      const { id } = await rider.addCard(cards.pays);
      return `/payment/paymentMethodActions/edit?id=${id}`;
    },
    async reach({ page }) {
      await page.locator('input[name="cc-exp"]').fill('01/20');
      await page.locator('input[name="postal-code"]').fill('1');
      await page.locator('button[type="submit"]').click();
      await page.locator('[aria-invalid="true"]').nth(1).waitFor();
    },
  },
  {
    name: 'card to remove with a new default to choose',
    title: titles.editCard,
    async address({ rider }) {
      await rider.addSheet('payPal', 'pays');
      await rider.addCard(cards.declined);
      const { id } = await rider.addCard(cards.pays);
      return `/payment/paymentMethodActions/edit?id=${id}`;
    },
    async reach({ page }) {
      await page.locator('form button[type="button"]').last().click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button').last().click();
      await question.getByRole('alert').waitFor();
    },
  },
  {
    name: 'amount of a top-up',
    title: titles.addGoCash,
    address: () => '/payment/addGoCash?amount=2000',
  },
  {
    name: 'payment method of a top-up without saved methods',
    title: titles.selectMethod,
    address: () => '/payment/addGoCash/selectPaymentMethod?amount=2000',
    async reach({ page }) {
      await page.getByRole('main').getByRole('link').waitFor();
      await page.locator('main + div button').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'review of a top-up',
    title: titles.complete,
    async address({ rider }) {
      const { id } = await rider.addCard(cards.pays);
      return `/payment/addGoCash/complete?amount=2000&method=${id}`;
    },
  },
  {
    name: 'finished top-up',
    title: titles.goCashSuccess,
    async address({ rider }) {
      await rider.addCard(cards.pays);
      return `/payment/addGoCash/goCashSuccess?topUp=${(await rider.topUp()).id}`;
    },
  },
  {
    name: 'GoCash history',
    title: titles.viewHistory,
    async address({ rider }) {
      await rider.addCard(cards.pays);
      await rider.topUp();
      return '/payment/viewHistory';
    },
  },
  { name: 'redeem a coupon', title: titles.redeemCoupon, address: () => '/share?code=WELCOME1' },
  {
    name: 'coupons',
    title: titles.coupon,
    async address({ rider, sandbox }) {
      await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 60, minimum: 300 }));
      await rider.redeem('HOUR1');
      await rider.redeem('GIFT5');
      return '/coupon';
    },
  },
  {
    name: 'get free with a reward',
    title: titles.getFree,
    async address({ rider, sandbox, newPhone }) {
      await Rider.signUp(rider.product, sandbox, newPhone(), await rider.inviteCode());
      return '/getFree';
    },
  },
  {
    name: 'get free as an invited guest',
    title: titles.getFree,
    guest: true,
    address: () => '/getFree?invite=K7M2Q9XD',
  },
  {
    name: 'how invitations work',
    title: titles.howItWorks,
    guest: true,
    address: () => '/getFree/howItWorks',
  },
];

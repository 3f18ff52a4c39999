import { expect } from 'playwright/test';
import { Rider, cards } from '../../support/rider.ts';
import { type Row, returned } from '../screens.ts';

/** The screens for payments, payment methods and discounts. */
export const payRows: Row[] = [
  {
    name: 'pay by card as a guest',
    route: '/payment/unlockChanger/addNewCard',
    guest: true,
    address: ({ cabinet }) => `/payment/unlockChanger/addNewCard?equip_id=${cabinet.id}&guest=1`,
    async reach({ page }) {
      await page.frameLocator('iframe').locator('[autocomplete="cc-number"]').waitFor();
    },
  },
  {
    name: 'unlock without a card',
    route: '/payment/unlockChanger',
    address: ({ cabinet }) => `/payment/unlockChanger?equip_id=${cabinet.id}`,
  },
  {
    name: 'unlock with cards',
    route: '/payment/unlockChanger',
    async address({ rider, cabinet }) {
      await rider.addCard(cards.pays);
      await rider.addCard(cards.declined);
      return `/payment/unlockChanger?equip_id=${cabinet.id}`;
    },
  },
  {
    name: 'unlock with GoCash and a coupon',
    route: '/payment/unlockChanger',
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
    route: '/payment/unlockChanger/addNewCard',
    address: ({ cabinet }) => `/payment/unlockChanger/addNewCard?equip_id=${cabinet.id}`,
    // The issuer's form is in a frame, which loads later than the page.
    async reach({ page }) {
      await expect(page.frameLocator('iframe').getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'add a card without a payment',
    route: '/payment/addNewCard',
    address: () => '/payment/addNewCard',
    async reach({ page }) {
      await expect(page.frameLocator('iframe').getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'payment without methods',
    route: '/payment',
    address: () => '/payment',
  },
  {
    name: 'payment',
    route: '/payment',
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
    route: '/payment/paymentMethodActions',
    async address({ rider }) {
      await rider.addSheet('applePay', 'pays');
      await rider.addSheet('payPal', 'pays');
      await rider.addCard(cards.pays);
      return '/payment/paymentMethodActions';
    },
  },
  {
    name: 'payment method to add',
    route: '/payment/paymentMethodActions/addPaymentMethod',
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
    route: '/payment/paymentMethodActions/edit',
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
    route: '/payment/paymentMethodActions/edit',
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
    route: '/payment/addGoCash',
    address: () => '/payment/addGoCash?amount=2000',
  },
  {
    name: 'payment method of a top-up without saved methods',
    route: '/payment/addGoCash/selectPaymentMethod',
    address: () => '/payment/addGoCash/selectPaymentMethod?amount=2000',
    async reach({ page }) {
      await page.getByRole('main').getByRole('link').waitFor();
      await page.locator('main + div button').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'review of a top-up',
    route: '/payment/addGoCash/complete',
    async address({ rider }) {
      const { id } = await rider.addCard(cards.pays);
      return `/payment/addGoCash/complete?amount=2000&method=${id}`;
    },
  },
  {
    name: 'finished top-up',
    route: '/payment/addGoCash/goCashSuccess',
    async address({ rider }) {
      await rider.addCard(cards.pays);
      return `/payment/addGoCash/goCashSuccess?topUp=${(await rider.topUp()).id}`;
    },
  },
  {
    name: 'GoCash history',
    route: '/payment/viewHistory',
    async address({ rider }) {
      await rider.addCard(cards.pays);
      await rider.topUp();
      return '/payment/viewHistory';
    },
  },
  { name: 'redeem a coupon', route: '/share', address: () => '/share?code=WELCOME1' },
  {
    name: 'coupons',
    route: '/coupon',
    async address({ rider, sandbox }) {
      await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 60, minimum: 300 }));
      await rider.redeem('HOUR1');
      await rider.redeem('GIFT5');
      return '/coupon';
    },
  },
  {
    name: 'get free with a reward',
    route: '/getFree',
    async address({ rider, sandbox, newPhone }) {
      await Rider.signUp(rider.product, sandbox, newPhone(), await rider.inviteCode());
      return '/getFree';
    },
  },
  {
    name: 'get free as an invited guest',
    route: '/getFree',
    guest: true,
    address: () => '/getFree?invite=K7M2Q9XD',
  },
  {
    name: 'how invitations work',
    route: '/getFree/howItWorks',
    guest: true,
    address: () => '/getFree/howItWorks',
  },
];

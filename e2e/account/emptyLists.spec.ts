import type { Page } from 'playwright/test';
import enCoupons from '../../locales/en/coupons.json' with { type: 'json' };
import esCoupons from '../../locales/es/coupons.json' with { type: 'json' };
import zhCoupons from '../../locales/zh-CN/coupons.json' with { type: 'json' };
import enFavourites from '../../locales/en/favourites.json' with { type: 'json' };
import esFavourites from '../../locales/es/favourites.json' with { type: 'json' };
import zhFavourites from '../../locales/zh-CN/favourites.json' with { type: 'json' };
import enNotifications from '../../locales/en/notifications.json' with { type: 'json' };
import esNotifications from '../../locales/es/notifications.json' with { type: 'json' };
import zhNotifications from '../../locales/zh-CN/notifications.json' with { type: 'json' };
import enOrders from '../../locales/en/orders.json' with { type: 'json' };
import esOrders from '../../locales/es/orders.json' with { type: 'json' };
import zhOrders from '../../locales/zh-CN/orders.json' with { type: 'json' };
import enPayment from '../../locales/en/payment.json' with { type: 'json' };
import esPayment from '../../locales/es/payment.json' with { type: 'json' };
import zhPayment from '../../locales/zh-CN/payment.json' with { type: 'json' };
import enProfile from '../../locales/en/profile.json' with { type: 'json' };
import esProfile from '../../locales/es/profile.json' with { type: 'json' };
import zhProfile from '../../locales/zh-CN/profile.json' with { type: 'json' };
import enSearch from '../../locales/en/search.json' with { type: 'json' };
import esSearch from '../../locales/es/search.json' with { type: 'json' };
import zhSearch from '../../locales/zh-CN/search.json' with { type: 'json' };
import enVisits from '../../locales/en/visits.json' with { type: 'json' };
import esVisits from '../../locales/es/visits.json' with { type: 'json' };
import zhVisits from '../../locales/zh-CN/visits.json' with { type: 'json' };
import enWallet from '../../locales/en/wallet.json' with { type: 'json' };
import esWallet from '../../locales/es/wallet.json' with { type: 'json' };
import zhWallet from '../../locales/zh-CN/wallet.json' with { type: 'json' };
import { choose } from '../screens/chooseLanguage.ts';
import { expectTranslated, languages, type Language } from '../screens/screenChecks.ts';
import { expect, test } from '../support/fixtures.ts';

const texts = {
  en: {
    coupons: enCoupons,
    favourites: enFavourites,
    notifications: enNotifications,
    orders: enOrders,
    payment: enPayment,
    profile: enProfile,
    search: enSearch,
    visits: enVisits,
    wallet: enWallet,
  },
  es: {
    coupons: esCoupons,
    favourites: esFavourites,
    notifications: esNotifications,
    orders: esOrders,
    payment: esPayment,
    profile: esProfile,
    search: esSearch,
    visits: esVisits,
    wallet: esWallet,
  },
  'zh-CN': {
    coupons: zhCoupons,
    favourites: zhFavourites,
    notifications: zhNotifications,
    orders: zhOrders,
    payment: zhPayment,
    profile: zhProfile,
    search: zhSearch,
    visits: zhVisits,
    wallet: zhWallet,
  },
};

interface EmptyList {
  /** The address of the page. */
  at: string;
  /** The texts that explain that the list is empty, and what it will contain. */
  explain: (words: (typeof texts)[Language]) => string[];
  /** The name of the link to the next step, and the address of that link. */
  next: (words: (typeof texts)[Language]) => { name: string; to: string };
}

const lists: Record<string, EmptyList> = {
  orders: {
    at: '/history',
    explain: ({ orders: { history } }) => [history.empty, history.emptyText],
    next: ({ orders: { history } }) => ({ name: history.scan, to: '/home/scan' }),
  },
  'the map of past rentals': {
    at: '/history/map',
    explain: ({ visits }) => [visits.empty, visits.emptyText],
    next: ({ visits }) => ({ name: visits.scan, to: '/home/scan' }),
  },
  notifications: {
    at: '/notification',
    explain: ({ notifications }) => [notifications.empty, notifications.emptyText],
    next: ({ notifications }) => ({ name: notifications.choose, to: '/setting/notifications' }),
  },
  coupons: {
    at: '/coupon',
    explain: ({ coupons: { list } }) => [list.empty, list.emptyText],
    next: ({ coupons: { list } }) => ({ name: list.redeem, to: '/share' }),
  },
  'payment methods': {
    at: '/payment/paymentMethodActions',
    explain: ({ payment: { methods } }) => [methods.empty, methods.emptyText],
    next: ({ payment: { methods } }) => ({
      name: methods.add,
      to: '/payment/paymentMethodActions/addPaymentMethod',
    }),
  },
  'GoCash movements': {
    at: '/payment/viewHistory',
    explain: ({ wallet: { history } }) => [history.empty, history.emptyText],
    next: ({ wallet: { balance } }) => ({ name: balance.add, to: '/payment/addGoCash' }),
  },
  'recent stations': {
    at: '/profile/recent',
    explain: ({ profile: { recent } }) => [recent.empty, recent.emptyText],
    next: ({ orders: { history } }) => ({ name: history.scan, to: '/home/scan' }),
  },
};

async function open(page: Page, address: string, language: Language): Promise<void> {
  await page.goto(address);
  await choose(page, language);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

for (const language of languages) {
  const words = texts[language];
  const variant = language === 'en' ? '' : ` (${language}) @all`;

  for (const [list, { at, explain, next }] of Object.entries(lists)) {
    const tag = variant || (list === 'orders' ? ' @slow' : ' @all');
    test(`without ${list}, the page explains what will be there, and links to the next step${tag}`, async ({
      page,
      rider: _signedIn,
    }) => {
      await open(page, at, language);
      const main = page.getByRole('main');
      for (const text of explain(words)) {
        await expect(main.getByText(text, { exact: true })).toBeVisible();
      }
      await expectTranslated(page, language);
      const { name, to } = next(words);
      await main.getByRole('link', { name, exact: true }).first().click();
      await expect(page).toHaveURL((url) => url.pathname === to);
    });
  }

  test(`without favorites, the search explains how to add one, and the first listed station has a button for this${variant} @all`, async ({
    page,
    rider: _signedIn,
  }) => {
    await open(page, '/search', language);
    const { empty, emptyText, add, saved } = words.favourites;
    const hint = page.getByRole('region', { name: empty });
    await expect(hint.getByText(emptyText)).toBeVisible();
    await expectTranslated(page, language);
    await page.getByRole('main').locator('.st-open').first().click();
    const button = page.getByRole('button', { name: add, exact: true });
    await button.click();
    // The button changes before the server has answered. Loading another page at once could abort the request, so wait
    // for the message that the station is saved.
    await expect(page.getByRole('status').getByText(saved)).toBeAttached();
    await page.goto('/search');
    await expect(page.getByRole('region', { name: words.favourites.heading })).toBeVisible();
    await expect(hint).toHaveCount(0);
  });

  test(`a search without a result explains what else to try${variant} @all`, async ({ page }) => {
    await open(page, '/search?q=qqqqqqqq', language);
    const { none, tryPlace, tryStation, searchArea, clear } = words.search;
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: none })).toBeVisible();
    await expect(main.getByText(tryPlace).or(main.getByText(tryStation)).first()).toBeVisible();
    await expect(main.getByRole('button', { name: searchArea })).toBeVisible();
    await expectTranslated(page, language);
    await main.getByRole('button', { name: clear }).click();
    await expect(main.locator('.st-row').first()).toBeVisible();
  });
}

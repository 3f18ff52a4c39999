import type { ComponentType } from 'react';
import type titles from '../../../locales/en/titles.json';
import { withTexts } from '../../lib/language/texts.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { checkServerOnFailure } from '../state/checkServerOnFailure.ts';

interface Page {
  /** The key of the document title in the translations. */
  title: keyof typeof titles;
  /**
   * True if the page is useless without a network. The service worker then does not precache the
   * code of the page. The build reads this flag from the source of this table
   * (scripts/build/chunks.ts).
   */
  isOnline?: true;
  /** The namespace of strings that this page needs, but most other pages do not (see `ownTexts`). */
  texts?: string;
}

interface LazyPage extends Page {
  load: () => Promise<ComponentType<object>>;
}

/**
 * The pages of the app by their path. `:name` matches any text without a slash. If several paths
 * match, the first path wins. `*` is the page for all other addresses.
 */
export const pages = {
  '/home': { title: 'home' },
  '/home/scan': {
    title: 'scan',
    load: async () => (await import('../../pages/rental/ScanPage.tsx')).ScanPage,
  },
  '/home/rent/preparing': {
    title: 'preparing',
    load: async () => (await import('../../pages/rental/PreparingPage.tsx')).PreparingPage,
  },
  '/home/rent/success': {
    title: 'rentSuccess',
    // The app opens this page only after the server has answered, so the network works and the app can load the code.
    // The service worker then caches the code.
    isOnline: true,
    load: async () => (await import('../../pages/rental/RentSuccessPage.tsx')).RentSuccessPage,
  },
  '/home/rent/outOfChargers': {
    title: 'outOfChargers',
    load: async () => (await import('../../pages/problem/OutOfChargersPage.tsx')).OutOfChargersPage,
  },
  '/home/rent/technicalError': {
    title: 'technicalError',
    load: async () =>
      (await import('../../pages/problem/TechnicalErrorPage.tsx')).TechnicalErrorPage,
  },
  '/home/rent/paymentError': {
    title: 'paymentError',
    load: async () => (await import('../../pages/problem/PaymentErrorPage.tsx')).PaymentErrorPage,
  },
  '/search': {
    title: 'search',
    load: async () => (await import('../../pages/search/SearchPage.tsx')).SearchPage,
  },
  '/login': {
    title: 'login',
    isOnline: true,
    load: async () => (await import('../../pages/login/LoginPage.tsx')).LoginPage,
  },
  '/login/loginWithPhone': {
    title: 'loginWithPhone',
    isOnline: true,
    load: async () => (await import('../../pages/login/LoginWithPhonePage.tsx')).LoginWithPhonePage,
  },
  '/login/social': {
    title: 'login',
    isOnline: true,
    load: async () => (await import('../../pages/login/SocialReturnPage.tsx')).SocialReturnPage,
  },
  '/notMe': {
    title: 'notMe',
    isOnline: true,
    texts: 'security',
    load: async () => (await import('../../pages/login/NotMePage.tsx')).NotMePage,
  },
  '/countryCode': {
    title: 'countryCode',
    isOnline: true,
    load: async () => (await import('../../pages/login/CountryCodePage.tsx')).CountryCodePage,
  },
  '/loginWithPhone/phone/code': {
    title: 'code',
    isOnline: true,
    load: async () => (await import('../../pages/login/CodePage.tsx')).CodePage,
  },
  '/payment/unlockChanger': {
    title: 'unlockChanger',
    isOnline: true,
    load: async () => (await import('../../pages/rental/UnlockChargerPage.tsx')).UnlockChargerPage,
  },
  '/payment/unlockChanger/addNewCard': {
    title: 'addNewCard',
    isOnline: true,
    load: async () => (await import('../../pages/payment/AddNewCardPage.tsx')).AddNewCardPage,
  },
  '/payment': {
    title: 'payment',
    isOnline: true,
    load: async () => (await import('../../pages/payment/PaymentPage.tsx')).PaymentPage,
  },
  '/payment/addNewCard': {
    title: 'addNewCard',
    isOnline: true,
    load: async () => (await import('../../pages/payment/AddNewCardPage.tsx')).AddNewCardPage,
  },
  '/payment/paymentMethodActions': {
    title: 'paymentMethods',
    isOnline: true,
    load: async () =>
      (await import('../../pages/payment/PaymentMethodsPage.tsx')).PaymentMethodsPage,
  },
  '/payment/paymentMethodActions/addPaymentMethod': {
    title: 'addPaymentMethod',
    isOnline: true,
    load: async () =>
      (await import('../../pages/payment/PaymentMethodAddPage.tsx')).PaymentMethodAddPage,
  },
  '/payment/paymentMethodActions/edit': {
    title: 'cardEdit',
    isOnline: true,
    load: async () =>
      (await import('../../pages/payment/PaymentMethodEditPage.tsx')).PaymentMethodEditPage,
  },
  '/payment/addGoCash': {
    title: 'addGoCash',
    isOnline: true,
    load: async () => (await import('../../pages/wallet/AddGoCashPage.tsx')).AddGoCashPage,
  },
  '/payment/addGoCash/selectPaymentMethod': {
    title: 'selectPaymentMethod',
    isOnline: true,
    load: async () => (await import('../../pages/wallet/TopUpMethodPage.tsx')).TopUpMethodPage,
  },
  '/payment/addGoCash/complete': {
    title: 'paymentComplete',
    isOnline: true,
    load: async () => (await import('../../pages/wallet/TopUpCompletePage.tsx')).TopUpCompletePage,
  },
  '/payment/addGoCash/goCashSuccess': {
    title: 'goCashSuccess',
    isOnline: true,
    load: async () => (await import('../../pages/wallet/GoCashSuccessPage.tsx')).GoCashSuccessPage,
  },
  '/payment/viewHistory': {
    title: 'viewHistory',
    isOnline: true,
    load: async () => (await import('../../pages/wallet/WalletHistoryPage.tsx')).WalletHistoryPage,
  },
  '/coupon': {
    title: 'coupon',
    load: async () => (await import('../../pages/promotions/CouponPage.tsx')).CouponPage,
  },
  '/share': {
    title: 'redeemCoupon',
    isOnline: true,
    load: async () => (await import('../../pages/promotions/SharePage.tsx')).SharePage,
  },
  '/getFree': {
    title: 'getFree',
    load: async () => (await import('../../pages/promotions/GetFreePage.tsx')).GetFreePage,
  },
  '/getFree/howItWorks': {
    title: 'howItWorks',
    load: async () => (await import('../../pages/promotions/HowItWorksPage.tsx')).HowItWorksPage,
  },
  '/gogoHost': {
    title: 'gogoHost',
    isOnline: true,
    texts: 'host',
    load: async () => (await import('../../pages/host/HostPage.tsx')).HostPage,
  },
  '/gogoHost/form': {
    title: 'gogoHost',
    isOnline: true,
    texts: 'host',
    load: async () => (await import('../../pages/host/HostFormPage.tsx')).HostFormPage,
  },
  '/history': {
    title: 'history',
    load: async () => (await import('../../pages/orders/HistoryPage.tsx')).HistoryPage,
  },
  '/history/detail': {
    title: 'orderReceipt',
    load: async () => (await import('../../pages/orders/OrderReceiptPage.tsx')).OrderReceiptPage,
  },
  '/history/detail/problem': {
    title: 'orderProblem',
    isOnline: true,
    load: async () => (await import('../../pages/problem/OrderProblemPage.tsx')).OrderProblemPage,
  },
  '/history/detail/proof': {
    title: 'returnProof',
    isOnline: true,
    texts: 'proof',
    load: async () => (await import('../../pages/orders/ReturnProofPage.tsx')).ReturnProofPage,
  },
  '/history/map': {
    title: 'orderPlaces',
    isOnline: true,
    texts: 'visits',
    load: async () =>
      (await import('../../pages/orders/places/OrderPlacesPage.tsx')).OrderPlacesPage,
  },
  '/history/export': {
    title: 'ordersExport',
    isOnline: true,
    load: async () => (await import('../../pages/orders/OrdersExportPage.tsx')).OrdersExportPage,
  },
  '/pdfDownload': {
    title: 'pdf',
    load: async () => (await import('../../pages/orders/PdfDownloadPage.tsx')).PdfDownloadPage,
  },
  '/history/pay/paySuccess': {
    title: 'paySuccess',
    load: async () => (await import('../../pages/payment/PaySuccessPage.tsx')).PaySuccessPage,
  },
  '/notification': {
    title: 'notification',
    load: async () =>
      (await import('../../pages/notifications/NotificationPage.tsx')).NotificationPage,
  },
  '/notification/detail': {
    title: 'notificationDetail',
    load: async () =>
      (await import('../../pages/notifications/NotificationDetailPage.tsx')).NotificationDetailPage,
  },
  '/profile': {
    title: 'profile',
    load: async () => (await import('../../pages/profile/ProfilePage.tsx')).ProfilePage,
  },
  '/profile/yourInfo': {
    title: 'yourInfo',
    isOnline: true,
    load: async () => (await import('../../pages/profile/YourInfoPage.tsx')).YourInfoPage,
  },
  '/profile/yourInfo/:type': {
    title: 'yourInfo',
    isOnline: true,
    load: async () => (await import('../../pages/profile/YourInfoFieldPage.tsx')).YourInfoFieldPage,
  },
  '/profile/yourInfo/:type/code': {
    title: 'code',
    isOnline: true,
    load: async () => (await import('../../pages/profile/YourInfoCodePage.tsx')).YourInfoCodePage,
  },
  '/profile/yourInfo/phone/country': {
    title: 'countryCode',
    isOnline: true,
    load: async () =>
      (await import('../../pages/profile/YourInfoCountryPage.tsx')).YourInfoCountryPage,
  },
  '/profile/recent': {
    title: 'recent',
    load: async () => (await import('../../pages/rental/RecentPage.tsx')).RecentPage,
  },
  '/menu': {
    title: 'menu',
    load: async () => (await import('../../pages/menu/MenuPage.tsx')).MenuPage,
  },
  '/help': {
    title: 'help',
    texts: 'help',
    load: async () => (await import('../../pages/help/HelpPage.tsx')).HelpPage,
  },
  '/help/report': {
    title: 'orderProblem',
    isOnline: true,
    texts: 'help',
    load: async () => (await import('../../pages/help/ReportPage.tsx')).ReportPage,
  },
  '/help/reports': {
    title: 'reports',
    isOnline: true,
    texts: 'help',
    load: async () => (await import('../../pages/help/ReportsPage.tsx')).ReportsPage,
  },
  '/setting': {
    title: 'settings',
    load: async () => (await import('../../pages/settings/SettingsPage.tsx')).SettingsPage,
  },
  '/setting/changeLanguage': {
    title: 'changeLanguage',
    load: async () =>
      (await import('../../pages/settings/ChangeLanguagePage.tsx')).ChangeLanguagePage,
  },
  '/setting/legal': {
    title: 'legal',
    load: async () => (await import('../../pages/legal/LegalPage.tsx')).LegalPage,
  },
  '/setting/legal/terms': {
    title: 'terms',
    load: async () => (await import('../../pages/legal/LegalTextPage.tsx')).TermsPage,
  },
  '/setting/legal/privacy': {
    title: 'privacy',
    load: async () => (await import('../../pages/legal/LegalTextPage.tsx')).PrivacyPage,
  },
  '/setting/legal/licenses': {
    title: 'licenses',
    load: async () => (await import('../../pages/legal/LicensesPage.tsx')).LicensesPage,
  },
  '/login/loginWithPhone/terms': {
    title: 'terms',
    load: async () => (await import('../../pages/legal/LegalTextPage.tsx')).TermsPage,
  },
  '/login/loginWithPhone/privacy': {
    title: 'privacy',
    load: async () => (await import('../../pages/legal/LegalTextPage.tsx')).PrivacyPage,
  },
  '/setting/notifications': {
    title: 'notificationSettings',
    isOnline: true,
    load: async () =>
      (await import('../../pages/notifications/NotificationSettingsPage.tsx'))
        .NotificationSettingsPage,
  },
  '/setting/devices': {
    title: 'devices',
    isOnline: true,
    load: async () => (await import('../../pages/settings/DevicesPage.tsx')).DevicesPage,
  },
  '/startGuide': {
    title: 'startGuide',
    texts: 'guide',
    load: async () => (await import('../../pages/help/StartGuidePage.tsx')).StartGuidePage,
  },
  '/payment/authenticated': {
    title: 'payment',
    isOnline: true,
    load: async () => (await import('../../pages/payment/BankReturnPage.tsx')).BankReturnPage,
  },
  '/new-user-promo': {
    title: 'newUserPromo',
    isOnline: true,
    texts: 'promotions',
    load: async () =>
      (await import('../../pages/promotions/NewUserPromoPage.tsx')).NewUserPromoPage,
  },
  '/new-user-prom/terms': {
    title: 'promotionTerms',
    load: async () =>
      (await import('../../pages/promotions/PromotionTermsPage.tsx')).PromotionTermsPage,
  },
  '/new-user-promo/terms': {
    title: 'promotionTerms',
    load: async () =>
      (await import('../../pages/promotions/PromotionTermsPage.tsx')).ToPromotionTerms,
  },
  '/activityCoupon': {
    title: 'activityCoupon',
    isOnline: true,
    texts: 'promotions',
    load: async () =>
      (await import('../../pages/promotions/ActivityCouponPage.tsx')).ActivityCouponPage,
  },
  '/activityRedeemNow': {
    title: 'activityRedeemNow',
    isOnline: true,
    texts: 'promotions',
    load: async () =>
      (await import('../../pages/promotions/ActivityRedeemNowPage.tsx')).ActivityRedeemNowPage,
  },
  '/eventEnded': {
    title: 'eventEnded',
    isOnline: true,
    texts: 'promotions',
    load: async () => (await import('../../pages/promotions/EventEndedPage.tsx')).EventEndedPage,
  },
  '/raffle': {
    title: 'raffle',
    isOnline: true,
    texts: 'promotions',
    load: async () => (await import('../../pages/promotions/RafflePage.tsx')).RafflePage,
  },
  // These paths must be at the end, because `:type` (the name of a campaign) matches any word.
  '/:type/launcher': {
    title: 'campaign',
    isOnline: true,
    texts: 'promotions',
    load: async () => (await import('../../pages/promotions/LauncherPage.tsx')).LauncherPage,
  },
  '/:type/start': {
    title: 'campaignStart',
    isOnline: true,
    texts: 'promotions',
    load: async () =>
      (await import('../../pages/promotions/StartCampaignPage.tsx')).StartCampaignPage,
  },
  '*': {
    title: 'notFound',
    load: async () => (await import('../../pages/problem/NotFoundPage.tsx')).NotFoundPage,
  },
} satisfies { '/home': Page; [path: string]: Page | LazyPage };

export interface Route {
  path: string;
  title: Page['title'];
  page: LazyPart<object>;
}

function routeFor(path: string, { title, texts, load }: LazyPage): Route {
  const page = new LazyPart(() => checkServerOnFailure(() => withTexts(load(), texts)));
  return { path, title, page };
}

const { '/home': _home, '*': notFoundPage, ...others } = pages;

export const notFound = routeFor('*', notFoundPage);

/**
 * All pages except home and `notFound`. They are in the order of the table, because the first
 * matching route wins.
 */
export const routes: readonly Route[] = Object.entries<LazyPage>(others).map(([path, page]) =>
  routeFor(path, page),
);

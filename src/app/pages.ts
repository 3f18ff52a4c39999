import type { ComponentType } from 'react';
import type titles from '../../locales/en/titles.json';
import { LazyPart } from '../lib/lazyPart.ts';
import { withTexts } from '../lib/texts.ts';
import { checkServerOnFailure } from './checkServerOnFailure.ts';

export interface Route {
  path: string;
  /** Its translation is the document's title, nothing appended. */
  title: keyof typeof titles;
  page: LazyPart<object>;
}

function route(
  path: string,
  title: Route['title'],
  load: () => Promise<ComponentType<object>>,
  ownTexts?: string,
): Route {
  const page = new LazyPart(() => checkServerOnFailure(() => withTexts(load(), ownTexts)));
  return { path, title, page };
}

export const notFound = route(
  '*',
  'notFound',
  async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage,
);

/** Every page but home; each is a chunk of its own. Where two fit, the first one is meant. */
export const routes: readonly Route[] = [
  route('/home/scan', 'scan', async () => (await import('../pages/ScanPage.tsx')).ScanPage),
  route(
    '/home/rent/preparing',
    'preparing',
    async () => (await import('../pages/PreparingPage.tsx')).PreparingPage,
  ),
  route(
    '/home/rent/success',
    'rentSuccess',
    async () => (await import('../pages/RentSuccessPage.tsx')).RentSuccessPage,
  ),
  route(
    '/home/rent/outOfChargers',
    'outOfChargers',
    async () => (await import('../pages/OutOfChargersPage.tsx')).OutOfChargersPage,
  ),
  route(
    '/home/rent/technicalError',
    'technicalError',
    async () => (await import('../pages/TechnicalErrorPage.tsx')).TechnicalErrorPage,
  ),
  route(
    '/home/rent/paymentError',
    'paymentError',
    async () => (await import('../pages/PaymentErrorPage.tsx')).PaymentErrorPage,
  ),
  route('/search', 'search', async () => (await import('../pages/SearchPage.tsx')).SearchPage),
  route('/login', 'login', async () => (await import('../pages/LoginPage.tsx')).LoginPage),
  route(
    '/login/loginWithPhone',
    'loginWithPhone',
    async () => (await import('../pages/LoginWithPhonePage.tsx')).LoginWithPhonePage,
  ),
  route(
    '/login/social',
    'login',
    async () => (await import('../pages/SocialReturnPage.tsx')).SocialReturnPage,
  ),
  route(
    '/countryCode',
    'countryCode',
    async () => (await import('../pages/CountryCodePage.tsx')).CountryCodePage,
  ),
  route(
    '/loginWithPhone/phone/code',
    'code',
    async () => (await import('../pages/CodePage.tsx')).CodePage,
  ),
  route(
    '/payment/unlockChanger',
    'unlockChanger',
    async () => (await import('../pages/UnlockChargerPage.tsx')).UnlockChargerPage,
  ),
  route(
    '/payment/unlockChanger/addNewCard',
    'addNewCard',
    async () => (await import('../pages/AddNewCardPage.tsx')).AddNewCardPage,
  ),
  route('/payment', 'payment', async () => (await import('../pages/PaymentPage.tsx')).PaymentPage),
  route(
    '/payment/addNewCard',
    'addNewCard',
    async () => (await import('../pages/AddNewCardPage.tsx')).AddNewCardPage,
  ),
  route(
    '/payment/paymentMethodActions',
    'paymentMethods',
    async () => (await import('../pages/PaymentMethodsPage.tsx')).PaymentMethodsPage,
  ),
  route(
    '/payment/paymentMethodActions/addPaymentMethod',
    'addPaymentMethod',
    async () => (await import('../pages/PaymentMethodAddPage.tsx')).PaymentMethodAddPage,
  ),
  route(
    '/payment/paymentMethodActions/edit',
    'cardEdit',
    async () => (await import('../pages/PaymentMethodEditPage.tsx')).PaymentMethodEditPage,
  ),
  route(
    '/payment/addGoCash',
    'addGoCash',
    async () => (await import('../pages/AddGoCashPage.tsx')).AddGoCashPage,
  ),
  route(
    '/payment/addGoCash/selectPaymentMethod',
    'selectPaymentMethod',
    async () => (await import('../pages/TopUpMethodPage.tsx')).TopUpMethodPage,
  ),
  route(
    '/payment/addGoCash/complete',
    'paymentComplete',
    async () => (await import('../pages/TopUpCompletePage.tsx')).TopUpCompletePage,
  ),
  route(
    '/payment/addGoCash/goCashSuccess',
    'goCashSuccess',
    async () => (await import('../pages/GoCashSuccessPage.tsx')).GoCashSuccessPage,
  ),
  route(
    '/payment/viewHistory',
    'viewHistory',
    async () => (await import('../pages/WalletHistoryPage.tsx')).WalletHistoryPage,
  ),
  route('/coupon', 'coupon', async () => (await import('../pages/CouponPage.tsx')).CouponPage),
  route('/share', 'redeemCoupon', async () => (await import('../pages/SharePage.tsx')).SharePage),
  route('/getFree', 'getFree', async () => (await import('../pages/GetFreePage.tsx')).GetFreePage),
  route(
    '/getFree/howItWorks',
    'howItWorks',
    async () => (await import('../pages/HowItWorksPage.tsx')).HowItWorksPage,
  ),
  route(
    '/gogoHost',
    'gogoHost',
    async () => (await import('../pages/HostPage.tsx')).HostPage,
    'host',
  ),
  route(
    '/gogoHost/form',
    'gogoHost',
    async () => (await import('../pages/HostFormPage.tsx')).HostFormPage,
    'host',
  ),
  route('/history', 'history', async () => (await import('../pages/HistoryPage.tsx')).HistoryPage),
  route(
    '/history/detail',
    'orderReceipt',
    async () => (await import('../pages/OrderReceiptPage.tsx')).OrderReceiptPage,
  ),
  route(
    '/history/detail/problem',
    'orderProblem',
    async () => (await import('../pages/OrderProblemPage.tsx')).OrderProblemPage,
  ),
  route(
    '/history/export',
    'ordersExport',
    async () => (await import('../pages/OrdersExportPage.tsx')).OrdersExportPage,
  ),
  route(
    '/pdfDownload',
    'pdf',
    async () => (await import('../pages/PdfDownloadPage.tsx')).PdfDownloadPage,
  ),
  route(
    '/history/pay/paySuccess',
    'paySuccess',
    async () => (await import('../pages/PaySuccessPage.tsx')).PaySuccessPage,
  ),
  route(
    '/notification',
    'notification',
    async () => (await import('../pages/NotificationPage.tsx')).NotificationPage,
  ),
  route(
    '/notification/detail',
    'notificationDetail',
    async () => (await import('../pages/NotificationDetailPage.tsx')).NotificationDetailPage,
  ),
  route('/profile', 'profile', async () => (await import('../pages/ProfilePage.tsx')).ProfilePage),
  route(
    '/profile/yourInfo',
    'yourInfo',
    async () => (await import('../pages/YourInfoPage.tsx')).YourInfoPage,
  ),
  route(
    '/profile/yourInfo/:type',
    'yourInfo',
    async () => (await import('../pages/YourInfoFieldPage.tsx')).YourInfoFieldPage,
  ),
  route(
    '/profile/yourInfo/:type/code',
    'code',
    async () => (await import('../pages/YourInfoCodePage.tsx')).YourInfoCodePage,
  ),
  route(
    '/profile/yourInfo/phone/country',
    'countryCode',
    async () => (await import('../pages/YourInfoCountryPage.tsx')).YourInfoCountryPage,
  ),
  route(
    '/profile/recent',
    'recent',
    async () => (await import('../pages/RecentPage.tsx')).RecentPage,
  ),
  route('/menu', 'menu', async () => (await import('../pages/MenuPage.tsx')).MenuPage),
  route('/help', 'help', async () => (await import('../pages/HelpPage.tsx')).HelpPage, 'help'),
  route(
    '/help/report',
    'orderProblem',
    async () => (await import('../pages/ReportPage.tsx')).ReportPage,
    'help',
  ),
  route(
    '/help/reports',
    'reports',
    async () => (await import('../pages/ReportsPage.tsx')).ReportsPage,
    'help',
  ),
  route(
    '/setting',
    'settings',
    async () => (await import('../pages/SettingsPage.tsx')).SettingsPage,
  ),
  route(
    '/setting/changeLanguage',
    'changeLanguage',
    async () => (await import('../pages/ChangeLanguagePage.tsx')).ChangeLanguagePage,
  ),
  route('/setting/legal', 'legal', async () => (await import('../pages/LegalPage.tsx')).LegalPage),
  ...['/setting/legal', '/login/loginWithPhone'].flatMap((parent) => [
    route(
      `${parent}/terms`,
      'terms',
      async () => (await import('../pages/LegalTextPage.tsx')).TermsPage,
    ),
    route(
      `${parent}/privacy`,
      'privacy',
      async () => (await import('../pages/LegalTextPage.tsx')).PrivacyPage,
    ),
  ]),
  route(
    '/setting/notifications',
    'notificationSettings',
    async () => (await import('../pages/NotificationSettingsPage.tsx')).NotificationSettingsPage,
  ),
  route(
    '/setting/devices',
    'devices',
    async () => (await import('../pages/DevicesPage.tsx')).DevicesPage,
  ),
  route(
    '/startGuide',
    'startGuide',
    async () => (await import('../pages/StartGuidePage.tsx')).StartGuidePage,
    'guide',
  ),
  route(
    '/payment/authenticated',
    'payment',
    async () => (await import('../pages/BankReturnPage.tsx')).BankReturnPage,
  ),
  route(
    '/new-user-promo',
    'newUserPromo',
    async () => (await import('../pages/NewUserPromoPage.tsx')).NewUserPromoPage,
    'promotions',
  ),
  route(
    '/new-user-prom/terms',
    'promotionTerms',
    async () => (await import('../pages/PromotionTermsPage.tsx')).PromotionTermsPage,
  ),
  route(
    '/new-user-promo/terms',
    'promotionTerms',
    async () => (await import('../pages/PromotionTermsPage.tsx')).ToPromotionTerms,
  ),
  route(
    '/activityCoupon',
    'activityCoupon',
    async () => (await import('../pages/ActivityCouponPage.tsx')).ActivityCouponPage,
    'promotions',
  ),
  route(
    '/activityRedeemNow',
    'activityRedeemNow',
    async () => (await import('../pages/ActivityRedeemNowPage.tsx')).ActivityRedeemNowPage,
    'promotions',
  ),
  route(
    '/eventEnded',
    'eventEnded',
    async () => (await import('../pages/EventEndedPage.tsx')).EventEndedPage,
    'promotions',
  ),
  route(
    '/raffle',
    'raffle',
    async () => (await import('../pages/RafflePage.tsx')).RafflePage,
    'promotions',
  ),
  // The name of a campaign may be any word: these come after all others.
  route(
    '/:type/launcher',
    'campaign',
    async () => (await import('../pages/LauncherPage.tsx')).LauncherPage,
    'promotions',
  ),
  route(
    '/:type/start',
    'campaignStart',
    async () => (await import('../pages/StartCampaignPage.tsx')).StartCampaignPage,
    'promotions',
  ),
];

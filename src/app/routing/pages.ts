import type { ComponentType } from 'react';
import type titles from '../../../locales/en/titles.json';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { checkServerOnFailure } from '../state/checkServerOnFailure.ts';

export interface Route {
  path: string;
  /** Key of the text that is the whole document title. */
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

/**
 * A page that is useless without the network. The build finds these calls by their name and leaves the
 * pages out of the precache (scripts/build/chunks.ts).
 */
const onlineRoute = route;

export const notFound = route(
  '*',
  'notFound',
  async () => (await import('../../pages/problem/NotFoundPage.tsx')).NotFoundPage,
);

/** Every page but home, each in its own chunk. The first matching route wins. */
export const routes: readonly Route[] = [
  route(
    '/home/scan',
    'scan',
    async () => (await import('../../pages/rental/ScanPage.tsx')).ScanPage,
  ),
  route(
    '/home/rent/preparing',
    'preparing',
    async () => (await import('../../pages/rental/PreparingPage.tsx')).PreparingPage,
  ),
  route(
    '/home/rent/success',
    'rentSuccess',
    async () => (await import('../../pages/rental/RentSuccessPage.tsx')).RentSuccessPage,
  ),
  route(
    '/home/rent/outOfChargers',
    'outOfChargers',
    async () => (await import('../../pages/problem/OutOfChargersPage.tsx')).OutOfChargersPage,
  ),
  route(
    '/home/rent/technicalError',
    'technicalError',
    async () => (await import('../../pages/problem/TechnicalErrorPage.tsx')).TechnicalErrorPage,
  ),
  route(
    '/home/rent/paymentError',
    'paymentError',
    async () => (await import('../../pages/problem/PaymentErrorPage.tsx')).PaymentErrorPage,
  ),
  route(
    '/search',
    'search',
    async () => (await import('../../pages/search/SearchPage.tsx')).SearchPage,
  ),
  onlineRoute(
    '/login',
    'login',
    async () => (await import('../../pages/login/LoginPage.tsx')).LoginPage,
  ),
  onlineRoute(
    '/login/loginWithPhone',
    'loginWithPhone',
    async () => (await import('../../pages/login/LoginWithPhonePage.tsx')).LoginWithPhonePage,
  ),
  onlineRoute(
    '/login/social',
    'login',
    async () => (await import('../../pages/login/SocialReturnPage.tsx')).SocialReturnPage,
  ),
  onlineRoute(
    '/countryCode',
    'countryCode',
    async () => (await import('../../pages/login/CountryCodePage.tsx')).CountryCodePage,
  ),
  onlineRoute(
    '/loginWithPhone/phone/code',
    'code',
    async () => (await import('../../pages/login/CodePage.tsx')).CodePage,
  ),
  onlineRoute(
    '/payment/unlockChanger',
    'unlockChanger',
    async () => (await import('../../pages/rental/UnlockChargerPage.tsx')).UnlockChargerPage,
  ),
  onlineRoute(
    '/payment/unlockChanger/addNewCard',
    'addNewCard',
    async () => (await import('../../pages/payment/AddNewCardPage.tsx')).AddNewCardPage,
  ),
  onlineRoute(
    '/payment',
    'payment',
    async () => (await import('../../pages/payment/PaymentPage.tsx')).PaymentPage,
  ),
  onlineRoute(
    '/payment/addNewCard',
    'addNewCard',
    async () => (await import('../../pages/payment/AddNewCardPage.tsx')).AddNewCardPage,
  ),
  onlineRoute(
    '/payment/paymentMethodActions',
    'paymentMethods',
    async () => (await import('../../pages/payment/PaymentMethodsPage.tsx')).PaymentMethodsPage,
  ),
  onlineRoute(
    '/payment/paymentMethodActions/addPaymentMethod',
    'addPaymentMethod',
    async () => (await import('../../pages/payment/PaymentMethodAddPage.tsx')).PaymentMethodAddPage,
  ),
  onlineRoute(
    '/payment/paymentMethodActions/edit',
    'cardEdit',
    async () =>
      (await import('../../pages/payment/PaymentMethodEditPage.tsx')).PaymentMethodEditPage,
  ),
  onlineRoute(
    '/payment/addGoCash',
    'addGoCash',
    async () => (await import('../../pages/wallet/AddGoCashPage.tsx')).AddGoCashPage,
  ),
  onlineRoute(
    '/payment/addGoCash/selectPaymentMethod',
    'selectPaymentMethod',
    async () => (await import('../../pages/wallet/TopUpMethodPage.tsx')).TopUpMethodPage,
  ),
  onlineRoute(
    '/payment/addGoCash/complete',
    'paymentComplete',
    async () => (await import('../../pages/wallet/TopUpCompletePage.tsx')).TopUpCompletePage,
  ),
  onlineRoute(
    '/payment/addGoCash/goCashSuccess',
    'goCashSuccess',
    async () => (await import('../../pages/wallet/GoCashSuccessPage.tsx')).GoCashSuccessPage,
  ),
  onlineRoute(
    '/payment/viewHistory',
    'viewHistory',
    async () => (await import('../../pages/wallet/WalletHistoryPage.tsx')).WalletHistoryPage,
  ),
  route(
    '/coupon',
    'coupon',
    async () => (await import('../../pages/promotions/CouponPage.tsx')).CouponPage,
  ),
  onlineRoute(
    '/share',
    'redeemCoupon',
    async () => (await import('../../pages/promotions/SharePage.tsx')).SharePage,
  ),
  route(
    '/getFree',
    'getFree',
    async () => (await import('../../pages/promotions/GetFreePage.tsx')).GetFreePage,
  ),
  route(
    '/getFree/howItWorks',
    'howItWorks',
    async () => (await import('../../pages/promotions/HowItWorksPage.tsx')).HowItWorksPage,
  ),
  onlineRoute(
    '/gogoHost',
    'gogoHost',
    async () => (await import('../../pages/host/HostPage.tsx')).HostPage,
    'host',
  ),
  onlineRoute(
    '/gogoHost/form',
    'gogoHost',
    async () => (await import('../../pages/host/HostFormPage.tsx')).HostFormPage,
    'host',
  ),
  route(
    '/history',
    'history',
    async () => (await import('../../pages/orders/HistoryPage.tsx')).HistoryPage,
  ),
  route(
    '/history/detail',
    'orderReceipt',
    async () => (await import('../../pages/orders/OrderReceiptPage.tsx')).OrderReceiptPage,
  ),
  onlineRoute(
    '/history/detail/problem',
    'orderProblem',
    async () => (await import('../../pages/problem/OrderProblemPage.tsx')).OrderProblemPage,
  ),
  onlineRoute(
    '/history/export',
    'ordersExport',
    async () => (await import('../../pages/orders/OrdersExportPage.tsx')).OrdersExportPage,
  ),
  route(
    '/pdfDownload',
    'pdf',
    async () => (await import('../../pages/orders/PdfDownloadPage.tsx')).PdfDownloadPage,
  ),
  route(
    '/history/pay/paySuccess',
    'paySuccess',
    async () => (await import('../../pages/payment/PaySuccessPage.tsx')).PaySuccessPage,
  ),
  route(
    '/notification',
    'notification',
    async () => (await import('../../pages/notifications/NotificationPage.tsx')).NotificationPage,
  ),
  route(
    '/notification/detail',
    'notificationDetail',
    async () =>
      (await import('../../pages/notifications/NotificationDetailPage.tsx')).NotificationDetailPage,
  ),
  route(
    '/profile',
    'profile',
    async () => (await import('../../pages/profile/ProfilePage.tsx')).ProfilePage,
  ),
  onlineRoute(
    '/profile/yourInfo',
    'yourInfo',
    async () => (await import('../../pages/profile/YourInfoPage.tsx')).YourInfoPage,
  ),
  onlineRoute(
    '/profile/yourInfo/:type',
    'yourInfo',
    async () => (await import('../../pages/profile/YourInfoFieldPage.tsx')).YourInfoFieldPage,
  ),
  onlineRoute(
    '/profile/yourInfo/:type/code',
    'code',
    async () => (await import('../../pages/profile/YourInfoCodePage.tsx')).YourInfoCodePage,
  ),
  onlineRoute(
    '/profile/yourInfo/phone/country',
    'countryCode',
    async () => (await import('../../pages/profile/YourInfoCountryPage.tsx')).YourInfoCountryPage,
  ),
  route(
    '/profile/recent',
    'recent',
    async () => (await import('../../pages/rental/RecentPage.tsx')).RecentPage,
  ),
  route('/menu', 'menu', async () => (await import('../../pages/menu/MenuPage.tsx')).MenuPage),
  route(
    '/help',
    'help',
    async () => (await import('../../pages/help/HelpPage.tsx')).HelpPage,
    'help',
  ),
  onlineRoute(
    '/help/report',
    'orderProblem',
    async () => (await import('../../pages/help/ReportPage.tsx')).ReportPage,
    'help',
  ),
  onlineRoute(
    '/help/reports',
    'reports',
    async () => (await import('../../pages/help/ReportsPage.tsx')).ReportsPage,
    'help',
  ),
  route(
    '/setting',
    'settings',
    async () => (await import('../../pages/settings/SettingsPage.tsx')).SettingsPage,
  ),
  route(
    '/setting/changeLanguage',
    'changeLanguage',
    async () => (await import('../../pages/settings/ChangeLanguagePage.tsx')).ChangeLanguagePage,
  ),
  route(
    '/setting/legal',
    'legal',
    async () => (await import('../../pages/legal/LegalPage.tsx')).LegalPage,
  ),
  ...['/setting/legal', '/login/loginWithPhone'].flatMap((parent) => [
    route(
      `${parent}/terms`,
      'terms',
      async () => (await import('../../pages/legal/LegalTextPage.tsx')).TermsPage,
    ),
    route(
      `${parent}/privacy`,
      'privacy',
      async () => (await import('../../pages/legal/LegalTextPage.tsx')).PrivacyPage,
    ),
  ]),
  onlineRoute(
    '/setting/notifications',
    'notificationSettings',
    async () =>
      (await import('../../pages/notifications/NotificationSettingsPage.tsx'))
        .NotificationSettingsPage,
  ),
  onlineRoute(
    '/setting/devices',
    'devices',
    async () => (await import('../../pages/settings/DevicesPage.tsx')).DevicesPage,
  ),
  route(
    '/startGuide',
    'startGuide',
    async () => (await import('../../pages/help/StartGuidePage.tsx')).StartGuidePage,
    'guide',
  ),
  onlineRoute(
    '/payment/authenticated',
    'payment',
    async () => (await import('../../pages/payment/BankReturnPage.tsx')).BankReturnPage,
  ),
  onlineRoute(
    '/new-user-promo',
    'newUserPromo',
    async () => (await import('../../pages/promotions/NewUserPromoPage.tsx')).NewUserPromoPage,
    'promotions',
  ),
  route(
    '/new-user-prom/terms',
    'promotionTerms',
    async () => (await import('../../pages/promotions/PromotionTermsPage.tsx')).PromotionTermsPage,
  ),
  route(
    '/new-user-promo/terms',
    'promotionTerms',
    async () => (await import('../../pages/promotions/PromotionTermsPage.tsx')).ToPromotionTerms,
  ),
  onlineRoute(
    '/activityCoupon',
    'activityCoupon',
    async () => (await import('../../pages/promotions/ActivityCouponPage.tsx')).ActivityCouponPage,
    'promotions',
  ),
  onlineRoute(
    '/activityRedeemNow',
    'activityRedeemNow',
    async () =>
      (await import('../../pages/promotions/ActivityRedeemNowPage.tsx')).ActivityRedeemNowPage,
    'promotions',
  ),
  onlineRoute(
    '/eventEnded',
    'eventEnded',
    async () => (await import('../../pages/promotions/EventEndedPage.tsx')).EventEndedPage,
    'promotions',
  ),
  onlineRoute(
    '/raffle',
    'raffle',
    async () => (await import('../../pages/promotions/RafflePage.tsx')).RafflePage,
    'promotions',
  ),
  // These come last, because `:type` (the name of a campaign) matches any word.
  onlineRoute(
    '/:type/launcher',
    'campaign',
    async () => (await import('../../pages/promotions/LauncherPage.tsx')).LauncherPage,
    'promotions',
  ),
  onlineRoute(
    '/:type/start',
    'campaignStart',
    async () => (await import('../../pages/promotions/StartCampaignPage.tsx')).StartCampaignPage,
    'promotions',
  ),
];

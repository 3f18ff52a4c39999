import type { ComponentType } from 'react';
import { pages } from '../../../contract/rules/app/pages.ts';
import type { PagePath } from '../../../contract/rules/app/pages.ts';
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

type Load = () => Promise<ComponentType<object>>;

/** Every page but home, each in its own chunk, with the name of its own texts. */
const code: Record<Exclude<PagePath, '/home'>, Load | [load: Load, texts: string]> = {
  '/home/scan': async () => (await import('../../pages/rental/ScanPage.tsx')).ScanPage,
  '/home/rent/preparing': async () =>
    (await import('../../pages/rental/PreparingPage.tsx')).PreparingPage,
  '/home/rent/success': async () =>
    (await import('../../pages/rental/RentSuccessPage.tsx')).RentSuccessPage,
  '/home/rent/outOfChargers': async () =>
    (await import('../../pages/problem/OutOfChargersPage.tsx')).OutOfChargersPage,
  '/home/rent/technicalError': async () =>
    (await import('../../pages/problem/TechnicalErrorPage.tsx')).TechnicalErrorPage,
  '/home/rent/paymentError': async () =>
    (await import('../../pages/problem/PaymentErrorPage.tsx')).PaymentErrorPage,
  '/search': async () => (await import('../../pages/search/SearchPage.tsx')).SearchPage,
  '/login': async () => (await import('../../pages/login/LoginPage.tsx')).LoginPage,
  '/login/loginWithPhone': async () =>
    (await import('../../pages/login/LoginWithPhonePage.tsx')).LoginWithPhonePage,
  '/login/social': async () =>
    (await import('../../pages/login/SocialReturnPage.tsx')).SocialReturnPage,
  '/countryCode': async () =>
    (await import('../../pages/login/CountryCodePage.tsx')).CountryCodePage,
  '/loginWithPhone/phone/code': async () =>
    (await import('../../pages/login/CodePage.tsx')).CodePage,
  '/payment/unlockChanger': async () =>
    (await import('../../pages/rental/UnlockChargerPage.tsx')).UnlockChargerPage,
  '/payment/unlockChanger/addNewCard': async () =>
    (await import('../../pages/payment/AddNewCardPage.tsx')).AddNewCardPage,
  '/payment': async () => (await import('../../pages/payment/PaymentPage.tsx')).PaymentPage,
  '/payment/addNewCard': async () =>
    (await import('../../pages/payment/AddNewCardPage.tsx')).AddNewCardPage,
  '/payment/paymentMethodActions': async () =>
    (await import('../../pages/payment/PaymentMethodsPage.tsx')).PaymentMethodsPage,
  '/payment/paymentMethodActions/addPaymentMethod': async () =>
    (await import('../../pages/payment/PaymentMethodAddPage.tsx')).PaymentMethodAddPage,
  '/payment/paymentMethodActions/edit': async () =>
    (await import('../../pages/payment/PaymentMethodEditPage.tsx')).PaymentMethodEditPage,
  '/payment/addGoCash': async () =>
    (await import('../../pages/wallet/AddGoCashPage.tsx')).AddGoCashPage,
  '/payment/addGoCash/selectPaymentMethod': async () =>
    (await import('../../pages/wallet/TopUpMethodPage.tsx')).TopUpMethodPage,
  '/payment/addGoCash/complete': async () =>
    (await import('../../pages/wallet/TopUpCompletePage.tsx')).TopUpCompletePage,
  '/payment/addGoCash/goCashSuccess': async () =>
    (await import('../../pages/wallet/GoCashSuccessPage.tsx')).GoCashSuccessPage,
  '/payment/viewHistory': async () =>
    (await import('../../pages/wallet/WalletHistoryPage.tsx')).WalletHistoryPage,
  '/coupon': async () => (await import('../../pages/promotions/CouponPage.tsx')).CouponPage,
  '/share': async () => (await import('../../pages/promotions/SharePage.tsx')).SharePage,
  '/getFree': async () => (await import('../../pages/promotions/GetFreePage.tsx')).GetFreePage,
  '/getFree/howItWorks': async () =>
    (await import('../../pages/promotions/HowItWorksPage.tsx')).HowItWorksPage,
  '/gogoHost': [async () => (await import('../../pages/host/HostPage.tsx')).HostPage, 'host'],
  '/gogoHost/form': [
    async () => (await import('../../pages/host/HostFormPage.tsx')).HostFormPage,
    'host',
  ],
  '/history': async () => (await import('../../pages/orders/HistoryPage.tsx')).HistoryPage,
  '/history/detail': async () =>
    (await import('../../pages/orders/OrderReceiptPage.tsx')).OrderReceiptPage,
  '/history/detail/problem': async () =>
    (await import('../../pages/problem/OrderProblemPage.tsx')).OrderProblemPage,
  '/history/export': async () =>
    (await import('../../pages/orders/OrdersExportPage.tsx')).OrdersExportPage,
  '/pdfDownload': async () =>
    (await import('../../pages/orders/PdfDownloadPage.tsx')).PdfDownloadPage,
  '/history/pay/paySuccess': async () =>
    (await import('../../pages/payment/PaySuccessPage.tsx')).PaySuccessPage,
  '/notification': async () =>
    (await import('../../pages/notifications/NotificationPage.tsx')).NotificationPage,
  '/notification/detail': async () =>
    (await import('../../pages/notifications/NotificationDetailPage.tsx')).NotificationDetailPage,
  '/profile': async () => (await import('../../pages/profile/ProfilePage.tsx')).ProfilePage,
  '/profile/yourInfo': async () =>
    (await import('../../pages/profile/YourInfoPage.tsx')).YourInfoPage,
  '/profile/yourInfo/:type': async () =>
    (await import('../../pages/profile/YourInfoFieldPage.tsx')).YourInfoFieldPage,
  '/profile/yourInfo/:type/code': async () =>
    (await import('../../pages/profile/YourInfoCodePage.tsx')).YourInfoCodePage,
  '/profile/yourInfo/phone/country': async () =>
    (await import('../../pages/profile/YourInfoCountryPage.tsx')).YourInfoCountryPage,
  '/profile/recent': async () => (await import('../../pages/rental/RecentPage.tsx')).RecentPage,
  '/menu': async () => (await import('../../pages/menu/MenuPage.tsx')).MenuPage,
  '/help': [async () => (await import('../../pages/help/HelpPage.tsx')).HelpPage, 'help'],
  '/help/report': [
    async () => (await import('../../pages/help/ReportPage.tsx')).ReportPage,
    'help',
  ],
  '/help/reports': [
    async () => (await import('../../pages/help/ReportsPage.tsx')).ReportsPage,
    'help',
  ],
  '/setting': async () => (await import('../../pages/settings/SettingsPage.tsx')).SettingsPage,
  '/setting/changeLanguage': async () =>
    (await import('../../pages/settings/ChangeLanguagePage.tsx')).ChangeLanguagePage,
  '/setting/legal': async () => (await import('../../pages/legal/LegalPage.tsx')).LegalPage,
  '/setting/legal/terms': async () =>
    (await import('../../pages/legal/LegalTextPage.tsx')).TermsPage,
  '/setting/legal/privacy': async () =>
    (await import('../../pages/legal/LegalTextPage.tsx')).PrivacyPage,
  '/login/loginWithPhone/terms': async () =>
    (await import('../../pages/legal/LegalTextPage.tsx')).TermsPage,
  '/login/loginWithPhone/privacy': async () =>
    (await import('../../pages/legal/LegalTextPage.tsx')).PrivacyPage,
  '/setting/notifications': async () =>
    (await import('../../pages/notifications/NotificationSettingsPage.tsx'))
      .NotificationSettingsPage,
  '/setting/devices': async () =>
    (await import('../../pages/settings/DevicesPage.tsx')).DevicesPage,
  '/startGuide': [
    async () => (await import('../../pages/help/StartGuidePage.tsx')).StartGuidePage,
    'guide',
  ],
  '/payment/authenticated': async () =>
    (await import('../../pages/payment/BankReturnPage.tsx')).BankReturnPage,
  '/new-user-promo': [
    async () => (await import('../../pages/promotions/NewUserPromoPage.tsx')).NewUserPromoPage,
    'promotions',
  ],
  '/new-user-prom/terms': async () =>
    (await import('../../pages/promotions/PromotionTermsPage.tsx')).PromotionTermsPage,
  '/new-user-promo/terms': async () =>
    (await import('../../pages/promotions/PromotionTermsPage.tsx')).ToPromotionTerms,
  '/activityCoupon': [
    async () => (await import('../../pages/promotions/ActivityCouponPage.tsx')).ActivityCouponPage,
    'promotions',
  ],
  '/activityRedeemNow': [
    async () =>
      (await import('../../pages/promotions/ActivityRedeemNowPage.tsx')).ActivityRedeemNowPage,
    'promotions',
  ],
  '/eventEnded': [
    async () => (await import('../../pages/promotions/EventEndedPage.tsx')).EventEndedPage,
    'promotions',
  ],
  '/raffle': [
    async () => (await import('../../pages/promotions/RafflePage.tsx')).RafflePage,
    'promotions',
  ],
  '/:type/launcher': [
    async () => (await import('../../pages/promotions/LauncherPage.tsx')).LauncherPage,
    'promotions',
  ],
  '/:type/start': [
    async () => (await import('../../pages/promotions/StartCampaignPage.tsx')).StartCampaignPage,
    'promotions',
  ],
  '*': async () => (await import('../../pages/problem/NotFoundPage.tsx')).NotFoundPage,
};

type OtherPath = keyof typeof code;

function route(path: OtherPath): Route {
  const entry = code[path];
  const [load, texts] = typeof entry === 'function' ? [entry, undefined] : entry;
  const page = new LazyPart(() => checkServerOnFailure(() => withTexts(load(), texts)));
  return { path, title: pages[path].title, page };
}

const isOther = (path: string): path is OtherPath => Object.hasOwn(code, path);

export const notFound = route('*');

/** In the order of the table: the first matching route wins. */
export const routes: readonly Route[] = Object.keys(pages)
  .filter(isOther)
  .filter((path) => path !== '*')
  .map(route);

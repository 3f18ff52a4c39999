import type titles from '../../../locales/en/titles.json';

interface PageInfo {
  /** Key of the text that is the whole document title. */
  title: keyof typeof titles;
  /** The page is useless without a network: the service worker does not precache its code. */
  isOnline?: true;
}

/**
 * The pages of the app by their path. `:name` matches any part. Where several paths match, the first one
 * counts. `*` is the page for all other addresses.
 */
export const pages = {
  '/home': { title: 'home' },
  '/home/scan': { title: 'scan' },
  '/home/rent/preparing': { title: 'preparing' },
  '/home/rent/success': { title: 'rentSuccess' },
  '/home/rent/outOfChargers': { title: 'outOfChargers' },
  '/home/rent/technicalError': { title: 'technicalError' },
  '/home/rent/paymentError': { title: 'paymentError' },
  '/search': { title: 'search' },
  '/login': { title: 'login', isOnline: true },
  '/login/loginWithPhone': { title: 'loginWithPhone', isOnline: true },
  '/login/social': { title: 'login', isOnline: true },
  '/countryCode': { title: 'countryCode', isOnline: true },
  '/loginWithPhone/phone/code': { title: 'code', isOnline: true },
  '/payment/unlockChanger': { title: 'unlockChanger', isOnline: true },
  '/payment/unlockChanger/addNewCard': { title: 'addNewCard', isOnline: true },
  '/payment': { title: 'payment', isOnline: true },
  '/payment/addNewCard': { title: 'addNewCard', isOnline: true },
  '/payment/paymentMethodActions': { title: 'paymentMethods', isOnline: true },
  '/payment/paymentMethodActions/addPaymentMethod': { title: 'addPaymentMethod', isOnline: true },
  '/payment/paymentMethodActions/edit': { title: 'cardEdit', isOnline: true },
  '/payment/addGoCash': { title: 'addGoCash', isOnline: true },
  '/payment/addGoCash/selectPaymentMethod': { title: 'selectPaymentMethod', isOnline: true },
  '/payment/addGoCash/complete': { title: 'paymentComplete', isOnline: true },
  '/payment/addGoCash/goCashSuccess': { title: 'goCashSuccess', isOnline: true },
  '/payment/viewHistory': { title: 'viewHistory', isOnline: true },
  '/coupon': { title: 'coupon' },
  '/share': { title: 'redeemCoupon', isOnline: true },
  '/getFree': { title: 'getFree' },
  '/getFree/howItWorks': { title: 'howItWorks' },
  '/gogoHost': { title: 'gogoHost', isOnline: true },
  '/gogoHost/form': { title: 'gogoHost', isOnline: true },
  '/history': { title: 'history' },
  '/history/detail': { title: 'orderReceipt' },
  '/history/detail/problem': { title: 'orderProblem', isOnline: true },
  '/history/export': { title: 'ordersExport', isOnline: true },
  '/pdfDownload': { title: 'pdf' },
  '/history/pay/paySuccess': { title: 'paySuccess' },
  '/notification': { title: 'notification' },
  '/notification/detail': { title: 'notificationDetail' },
  '/profile': { title: 'profile' },
  '/profile/yourInfo': { title: 'yourInfo', isOnline: true },
  '/profile/yourInfo/:type': { title: 'yourInfo', isOnline: true },
  '/profile/yourInfo/:type/code': { title: 'code', isOnline: true },
  '/profile/yourInfo/phone/country': { title: 'countryCode', isOnline: true },
  '/profile/recent': { title: 'recent' },
  '/menu': { title: 'menu' },
  '/help': { title: 'help' },
  '/help/report': { title: 'orderProblem', isOnline: true },
  '/help/reports': { title: 'reports', isOnline: true },
  '/setting': { title: 'settings' },
  '/setting/changeLanguage': { title: 'changeLanguage' },
  '/setting/legal': { title: 'legal' },
  '/setting/legal/terms': { title: 'terms' },
  '/setting/legal/privacy': { title: 'privacy' },
  '/login/loginWithPhone/terms': { title: 'terms' },
  '/login/loginWithPhone/privacy': { title: 'privacy' },
  '/setting/notifications': { title: 'notificationSettings', isOnline: true },
  '/setting/devices': { title: 'devices', isOnline: true },
  '/startGuide': { title: 'startGuide' },
  '/payment/authenticated': { title: 'payment', isOnline: true },
  '/new-user-promo': { title: 'newUserPromo', isOnline: true },
  '/new-user-prom/terms': { title: 'promotionTerms' },
  '/new-user-promo/terms': { title: 'promotionTerms' },
  '/activityCoupon': { title: 'activityCoupon', isOnline: true },
  '/activityRedeemNow': { title: 'activityRedeemNow', isOnline: true },
  '/eventEnded': { title: 'eventEnded', isOnline: true },
  '/raffle': { title: 'raffle', isOnline: true },
  // These come late, because `:type` (the name of a campaign) matches any word.
  '/:type/launcher': { title: 'campaign', isOnline: true },
  '/:type/start': { title: 'campaignStart', isOnline: true },
  '*': { title: 'notFound' },
} as const satisfies Record<string, PageInfo>;

export type PagePath = keyof typeof pages;

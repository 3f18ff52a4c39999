import 'i18next';
import type auth from '../locales/en/auth.json';
import type claims from '../locales/en/claims.json';
import type common from '../locales/en/common.json';
import type coupons from '../locales/en/coupons.json';
import type errors from '../locales/en/errors.json';
import type evidence from '../locales/en/evidence.json';
import type favourites from '../locales/en/favourites.json';
import type guide from '../locales/en/guide.json';
import type help from '../locales/en/help.json';
import type host from '../locales/en/host.json';
import type install from '../locales/en/install.json';
import type map from '../locales/en/map.json';
import type menu from '../locales/en/menu.json';
import type messages from '../locales/en/messages.json';
import type notifications from '../locales/en/notifications.json';
import type orders from '../locales/en/orders.json';
import type payment from '../locales/en/payment.json';
import type visits from '../locales/en/visits.json';
import type proof from '../locales/en/proof.json';
import type profile from '../locales/en/profile.json';
import type promotions from '../locales/en/promotions.json';
import type radar from '../locales/en/radar.json';
import type referral from '../locales/en/referral.json';
import type rental from '../locales/en/rental.json';
import type reservations from '../locales/en/reservations.json';
import type scan from '../locales/en/scan.json';
import type search from '../locales/en/search.json';
import type security from '../locales/en/security.json';
import type settings from '../locales/en/settings.json';
import type sheet from '../locales/en/sheet.json';
import type social from '../locales/en/social.json';
import type stations from '../locales/en/stations.json';
import type tips from '../locales/en/tips.json';
import type titles from '../locales/en/titles.json';
import type wallet from '../locales/en/wallet.json';
import type watches from '../locales/en/watches.json';

/**
 * The compiler checks the keys of strings against the English files. locales.test.ts checks that
 * the other languages have the same keys.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      claims: typeof claims;
      common: typeof common;
      coupons: typeof coupons;
      errors: typeof errors;
      evidence: typeof evidence;
      favourites: typeof favourites;
      guide: typeof guide;
      help: typeof help;
      host: typeof host;
      install: typeof install;
      map: typeof map;
      menu: typeof menu;
      messages: typeof messages;
      notifications: typeof notifications;
      orders: typeof orders;
      payment: typeof payment;
      profile: typeof profile;
      visits: typeof visits;
      proof: typeof proof;
      promotions: typeof promotions;
      radar: typeof radar;
      referral: typeof referral;
      rental: typeof rental;
      reservations: typeof reservations;
      scan: typeof scan;
      search: typeof search;
      security: typeof security;
      settings: typeof settings;
      sheet: typeof sheet;
      social: typeof social;
      stations: typeof stations;
      tips: typeof tips;
      titles: typeof titles;
      wallet: typeof wallet;
      watches: typeof watches;
    };
  }
}

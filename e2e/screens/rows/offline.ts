/** The behaviour of a screen without a network. */
export interface ScreenOffline {
  /**
   * The content of a page that is loaded offline. `all`: the same content as online. `nothing`:
   * only a message that a connection is needed. A pattern: cached content with this text.
   */
  shows: 'all' | 'nothing' | RegExp;
  /**
   * The buttons that become disabled, with a reason, if the network fails while the page is open.
   */
  stops?: readonly string[];
  /**
   * The heading of the page that is loaded offline. It is absent if the heading is the same as
   * online.
   */
  heading?: string | RegExp;
  /** True if the page opens another screen when it is loaded offline. */
  leaves?: true;
}

const dated = /^Updated |Updated just now/;
const needsLine = /Payments and unlocking need a connection/;

/**
 * The keys are the names of the rows. A screen without an entry shows everything and disables no
 * button.
 */
export const screensOffline: Record<string, ScreenOffline> = {
  // These pages show the stations of earlier visits with the age of the data, and the open rental
  // with its time.
  'home of a guest': { shows: dated },
  'home with the station of a QR code': { shows: needsLine },
  'station with a reserved charger': { shows: needsLine, stops: ['Cancel the reservation'] },
  'home while charging': { shows: /^Cost updates when you're back online$/ },
  'home with a claim that the station checks': { shows: /^We are checking the station$/ },
  'home with a claim that support checks': { shows: /^Our team is checking your report$/ },
  'home with a refused claim': { shows: /^The station does not have your charger$/ },
  // The panel about the second charger is loaded from the network, so it is missing offline.
  'home with a second charger': { shows: /^Cost updates when you're back online$/ },
  'home after the return': { shows: dated, heading: 'Home' },
  'home with an unpaid order': { shows: dated, stops: ['Pay Now'] },
  search: { shows: dated },
  'search for a station to return to': { shows: /^Saved stations$/ },
  'search without results': { shows: 'nothing' },

  // The history and the receipts show the orders that were opened before.
  history: { shows: dated },
  receipt: { shows: dated },
  'receipt of an unpaid order': { shows: dated, stops: ['Pay Now'] },
  'receipt as a PDF': { shows: /This is the copy on this device/ },
  'proof of return': { shows: 'nothing' },
  'map of the stations of the orders': { shows: 'nothing' },
  'map without orders': { shows: 'nothing' },
  'history without orders': { shows: 'nothing' },
  'export of orders': { shows: 'all', stops: ['Download the table (CSV)'] },
  'report of a problem': { shows: 'all', stops: ['Send report'] },

  phone: { shows: 'all', stops: ['Send code'] },
  'phone, missing': { shows: 'all', stops: ['Send code'] },
  login: {
    shows: 'all',
    stops: ['Continue with Facebook', 'Continue with Apple', 'Continue with Google'],
  },
  // The page loses its input when it closes, and no code can be sent offline.
  code: {
    shows: 'all',
    stops: ['Verify', 'Send a new code'],
    heading: 'What is your phone number?',
    leaves: true,
  },

  'report about the current charger': { shows: 'all', stops: ['Send report'] },
  'report with the number of a charger': { shows: 'all', stops: ['Send report'] },
  reports: { shows: 'nothing' },
  licenses: { shows: 'nothing' },
  profile: { shows: 'nothing' },
  'your info': { shows: 'nothing', stops: ['Link Facebook', 'Link Apple', 'Link Google'] },
  'your name, unsaved': { shows: /What you typed stays here/ },
  'your email, invalid': { shows: /What you typed stays here/, stops: ['Save'] },
  'code for an email': { shows: 'all', stops: ['Verify', 'Send a new code'] },
  // Only the fragment of the address changes, so the browser does not load the page again.
  'link about a changed phone': { shows: 'all', stops: ['This was not me'] },
  'new phone number': { shows: 'all', stops: ['Send code'] },
  'birthday, invalid': { shows: /What you typed stays here/, stops: ['Save'] },
  photo: { shows: 'all', stops: ['Save photo'] },
  'photo, chosen': { shows: 'all', stops: ['Save photo'] },
  'recent without entries': { shows: 'nothing' },
  recent: { shows: 'nothing' },
  'account deletion': { shows: 'all' },
  settings: { shows: 'all', stops: ['Download my data', 'Delete account'] },
  devices: { shows: 'nothing', stops: ['Log out everywhere else'] },
  'notifications, none yet': { shows: dated },
  notifications: { shows: dated },
  'notification settings': { shows: 'nothing' },

  // No payment is possible offline. Most of these pages show only that a connection is needed.
  'pay by card as a guest': { shows: 'nothing', stops: ['Pay $1.00 and unlock'] },
  'unlock without a card': { shows: needsLine, stops: ['Pay $1.00 and unlock'] },
  'unlock with cards': { shows: needsLine, stops: ['Pay $1.00 and unlock'] },
  'unlock with GoCash and a coupon': { shows: needsLine, stops: ['Pay $0.50 and unlock'] },
  'add a card': { shows: 'nothing', stops: ['Add card'] },
  'add a card without a payment': { shows: 'nothing', stops: ['Add card'] },
  'payment without methods': { shows: 'nothing' },
  payment: { shows: 'nothing' },
  'payment methods': { shows: 'nothing' },
  'payment method to add': { shows: 'nothing', stops: ['Continue with Google Pay'] },
  'card to edit with errors': { shows: 'nothing', stops: ['Save changes', 'Remove'] },
  'card to remove with a new default to choose': { shows: 'nothing' },
  'amount of a top-up': { shows: 'nothing' },
  'payment method of a top-up without saved methods': { shows: 'nothing' },
  'review of a top-up': { shows: 'nothing', stops: ['Pay $20.00'] },
  'finished top-up': { shows: 'nothing', heading: 'GoCash success' },
  'GoCash history': { shows: 'nothing' },
  'redeem a coupon': { shows: 'all', stops: ['Redeem'] },

  // These pages show personal data from earlier visits.
  coupons: { shows: dated },
  'get free with a reward': { shows: dated },

  // Offline, these pages have general headings, because the names of the offers come from the server.
  offer: { shows: 'nothing', heading: 'Offer' },
  'claim of an offer': { shows: 'nothing', heading: 'Claim the offer' },
  'claimed reward': { shows: 'nothing' },
  'use of a reward': { shows: 'nothing' },
  'offer that has ended': { shows: 'nothing', heading: 'Offer' },
  offers: { shows: 'nothing', heading: 'Offers' },
  // The pattern is in the general terms, which are a part of the app. The terms of the offer itself come from the
  // server or from the cache of the browser, so they may be missing offline.
  'terms of an offer': { shows: /^They apply to every promotion of/ },
  raffle: { shows: 'nothing', heading: 'Raffle' },
};

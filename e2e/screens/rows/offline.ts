/** What a screen is without a network. */
export interface ScreenOffline {
  /**
   * Opened anew: all that it shows with a network, which needs none; nothing but that it needs one; or
   * what was kept, with these words.
   */
  shows: 'all' | 'nothing' | RegExp;
  /** The buttons that say why they do nothing, on the page that was open. */
  stops?: readonly string[];
  /** Opened anew, where it is another one than with a network. */
  heading?: string | RegExp;
  /** It led away from what it showed, and does not come back by itself. */
  leaves?: true;
}

const dated = /^Updated |Updated just now/;
const needsLine = /Payments and unlocking need a connection/;

/** By the names of the rows; what is not here shows all, and stops nothing. */
export const screensOffline: Record<string, ScreenOffline> = {
  // The stations that were seen, with their age; the rental that is out, with its time.
  'home of a guest': { shows: dated },
  'home with the station of a QR code': { shows: needsLine },
  'home while charging': { shows: /^Cost updates when you're back online$/ },
  'home after the return': { shows: dated, heading: 'Home' },
  'home with an unpaid order': { shows: dated, stops: ['Pay Now'] },
  search: { shows: dated },
  'search for a place to return to': { shows: /^Saved stations$/ },
  'search that finds nothing': { shows: 'nothing' },

  // Receipts that were seen.
  history: { shows: dated },
  receipt: { shows: dated },
  'receipt of an unpaid order': { shows: dated, stops: ['Pay Now'] },
  'receipt as a PDF': { shows: /This is the copy on this device/ },
  'history without orders': { shows: 'nothing' },
  'export of orders': { shows: 'all', stops: ['Download the table (CSV)'] },
  'report of a problem': { shows: 'all', stops: ['Send to support'] },

  phone: { shows: 'all', stops: ['Send code'] },
  'phone that is missing': { shows: 'all', stops: ['Send code'] },
  login: {
    shows: 'all',
    stops: ['Continue with Facebook', 'Continue with Apple', 'Continue with Google'],
  },
  // What was typed is not kept beyond the page, and a code is not sent without a network.
  code: {
    shows: 'all',
    stops: ['Verify', 'Send a new code'],
    heading: 'What is your phone number?',
    leaves: true,
  },

  'report about the charger that is out': { shows: 'all', stops: ['Send report'] },
  reports: { shows: 'nothing' },
  profile: { shows: 'nothing' },
  'your info': { shows: 'nothing', stops: ['Link Facebook', 'Link Apple', 'Link Google'] },
  'your name, not saved': { shows: /What you typed is kept/ },
  'your email, refused': { shows: /What you typed is kept/, stops: ['Save'] },
  'code for an email': { shows: 'all', stops: ['Verify', 'Send a new code'] },
  'another phone': { shows: 'all', stops: ['Send code'] },
  'birthday, refused': { shows: /What you typed is kept/, stops: ['Save'] },
  photo: { shows: 'all', stops: ['Save photo'] },
  'photo, chosen': { shows: 'all', stops: ['Save photo'] },
  'nothing recent': { shows: 'nothing' },
  recent: { shows: 'nothing' },
  'end of the account': { shows: 'all' },
  settings: { shows: 'all', stops: ['Download my data', 'Delete account'] },
  devices: { shows: 'nothing', stops: ['Sign out everywhere else'] },
  'nothing told': { shows: dated },
  notifications: { shows: dated },
  'notification settings': { shows: 'nothing' },

  // Nothing is paid without a network; what it would be is shown as far as it was seen.
  'unlock without a card': { shows: needsLine, stops: ['Pay $1.00 and unlock'] },
  'unlock with cards': { shows: needsLine, stops: ['Pay $1.00 and unlock'] },
  'unlock with GoCash and a coupon': { shows: needsLine, stops: ['Pay $0.50 and unlock'] },
  'add a card': { shows: 'nothing', stops: ['Add card'] },
  'payment, nothing there yet': { shows: 'nothing' },
  payment: { shows: 'nothing' },
  'payment methods': { shows: 'nothing' },
  'payment method to add': { shows: 'nothing', stops: ['Continue with Google Pay'] },
  'card to edit, refused': { shows: 'nothing', stops: ['Save changes', 'Remove'] },
  'card to remove, with the next default to choose': { shows: 'nothing' },
  'amount of a top-up': { shows: 'nothing' },
  'way to pay a top-up, none saved': { shows: 'nothing' },
  'review of a top-up': { shows: 'nothing', stops: ['Pay $20.00'] },
  'top-up that is done': { shows: 'nothing', heading: 'GoCash success' },
  'GoCash history': { shows: 'nothing' },
  'redeem a coupon': { shows: 'all', stops: ['Redeem'] },

  // What was seen of what is the person's own.
  coupons: { shows: dated },
  'get free with a reward': { shows: dated },

  // Named as the server names them.
  offer: { shows: 'nothing', heading: 'Offer' },
  'way to an offer': { shows: 'nothing', heading: 'Claim the offer' },
  'claimed reward': { shows: 'nothing' },
  'how a reward is used': { shows: 'nothing' },
  'offer that is over': { shows: 'nothing', heading: 'Offer' },
  offers: { shows: 'nothing', heading: 'Offers' },
  'terms of an offer': { shows: 'all' },
  raffle: { shows: 'nothing', heading: 'Raffle' },
};

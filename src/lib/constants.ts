/**
 * Milliseconds in which a second press of the same button counts as the same press, and letters that
 * follow each other as one question (section 9).
 */
export const clickThrottleMs = 300;
/** How long a toast stays on screen (section 9). */
export const toastMs = 2_000;
/** How long a notice stays on screen (section 9). */
export const noticeMs = 3_000;
/** How long "Keep messages longer" keeps any toast, and how long its text stays for screen readers. */
export const longMessageMs = 10_000;
/** How long the browser may look for its position (section 9). */
export const geolocationTimeoutMs = 10_000;
/** How long the code of a page may load (section 9). */
export const pageCodeTimeoutMs = 120_000;
/** How far each place of the heat map reaches, in pixels (section 9). */
export const heatRadius = 20;
/** How much of the heat map is seen; 1 would hide the streets (section 9). */
export const heatOpacity = 0.2;
/** The country of a phone number while nobody has said another (section 9). */
export const defaultCallingCode = '1';
/** Which of the countries with that code is shown then. */
export const defaultCountry = 'US';
/** After this, a page whose code still loads shows its heading in place of what the start painted. */
export const pagePatienceMs = 4_000;
/** After this, a page whose code still loads says so and offers a reload. */
export const stillLoadingMs = 8_000;

/** The names under which this device keeps what a person chose or typed. */
export const storageKeys = {
  language: 'changeLanguage',
  languageOffer: 'languageOffer',
  theme: 'theme',
  keepMessages: 'keepMessages',
  mapApp: 'directionsIn',
  /** What was typed on the profile and not saved; it lasts as long as the tab and the session. */
  drafts: 'drafts',
  /** What was typed about a venue and not sent; it needs no account, and ends with a session all the same. */
  hostDraft: 'hostDraft',
  /** Who has this device told by push messages, and by which subscription. */
  push: 'push',
  /** What was said to the question whether to. */
  pushAsked: 'pushAsked',
  /** The version that the server found too old, and that was updated from in this tab. */
  updatedFrom: 'updatedFrom',
  /** When a new version was told "Later"; for this visit. */
  updateLater: 'updateLater',
  /** How far a page was scrolled that an update reloads. */
  scroll: 'place',
} as const;

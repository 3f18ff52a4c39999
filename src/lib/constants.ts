/** Throttle of a button and debounce of the search field, in milliseconds (section 9 of the specification). */
export const clickThrottleMs = 300;
/** Milliseconds for which a toast stays on the screen (section 9 of the specification). */
export const toastMs = 2_000;
/** Milliseconds for which a notice stays on the screen (section 9 of the specification). */
export const noticeMs = 3_000;
/**
 * Milliseconds for which a toast stays on the screen with the setting "Keep messages longer". With
 * any setting, screen readers can read the text of a toast for this time.
 */
export const longMessageMs = 10_000;
/** Milliseconds in which the browser must find the position (section 9 of the specification). */
export const geolocationTimeoutMs = 10_000;
/** Milliseconds in which the code of a page must load (section 9 of the specification). */
export const pageCodeTimeoutMs = 120_000;
/** The radius of each point of the heat map, in pixels (section 9 of the specification). */
export const heatRadius = 20;
/** The opacity of the heat map (section 9 of the specification). With 1, it would hide the streets. */
export const heatOpacity = 0.2;
/** The calling code that is selected first (section 9 of the specification). */
export const defaultCallingCode = '1';
/**
 * The country that is selected first. The calling code 1 alone does not identify a country, because
 * the United States, Canada and other countries have the same code.
 */
export const defaultCountry = 'US';
/**
 * If the code of a page has not loaded within this time in milliseconds, a skeleton with the title
 * of the page replaces the first screen.
 */
export const firstScreenTimeoutMs = 4_000;
/**
 * The time in milliseconds after which a page whose code still loads shows a message and a reload
 * button.
 */
export const stillLoadingMs = 8_000;

/** The keys under which this device stores settings, drafts and other small data of the app. */
export const storageKeys = {
  language: 'changeLanguage',
  languageOffer: 'languageOffer',
  theme: 'theme',
  keepMessages: 'keepMessages',
  mapApp: 'directionsIn',
  /**
   * Unsaved input, for example on the profile. It is in the session storage, so a restored tab has it again. It is
   * deleted when the rider logs out.
   */
  drafts: 'drafts',
  /** The unsent form about a venue. It needs no account, but it is also deleted when a rider logs out. */
  hostDraft: 'hostDraft',
  /** The rider to whom this device shows push messages, and the subscription. */
  push: 'push',
  /** The answer to the question whether to allow push messages. */
  pushAsked: 'pushAsked',
  /** The outdated version from which this tab was updated. */
  updatedFrom: 'updatedFrom',
  /** The time at which the user postponed a new version in this visit. */
  updateLater: 'updateLater',
  /** The scroll position of a page, which is saved before an update reloads the page. */
  scroll: 'place',
} as const;

/** How a browser that asks no question of its own puts the app on the device. */
export type HowToInstall =
  | 'iosSafari'
  /** Chrome, Edge, Firefox and others on an iPhone or iPad. */
  | 'iosBrowser'
  /** The browser inside of another app, which installs nothing. */
  | 'iosInApp'
  | 'androidInApp'
  | 'androidChromium'
  | 'androidFirefox'
  | 'samsung'
  | 'macSafari'
  | 'desktopChromium'
  /** Firefox on a computer, and whatever is not known. */
  | 'elsewhere';

/** Apps that open links within themselves, by what they add to the browser's name. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|MicroMessenger|\bLine\/|musical_ly|BytedanceWebview|TikTok|trill_|Snapchat|Twitter for|LinkedInApp|\[Pinterest|KAKAOTALK|Telegram|WhatsApp|\bGSA\//;

/** Tells by the name that a browser gives itself: no feature does. */
export function howToInstall({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): HowToInstall {
  const has = (pattern: RegExp) => pattern.test(userAgent);
  // iPads say that they are Macs, of which none has a screen to touch.
  if (has(/iPhone|iPad|iPod/) || (has(/Macintosh/) && maxTouchPoints > 1)) {
    // Only browsers end their name with Safari's.
    if (has(inApp) || !has(/Safari\//)) return 'iosInApp';
    return has(/(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo|Ddg|YaBrowser|Focus|Brave)\//)
      ? 'iosBrowser'
      : 'iosSafari';
  }
  if (has(/Android/)) {
    // "wv" is what Android's own frame for pages inside of apps adds.
    if (has(inApp) || has(/; wv\)/)) return 'androidInApp';
    if (has(/SamsungBrowser\//)) return 'samsung';
    if (has(/Firefox\//)) return 'androidFirefox';
    return has(/Chrome\//) ? 'androidChromium' : 'elsewhere';
  }
  if (has(/Chrome\//)) return 'desktopChromium';
  // Safari on a Mac learned it with version 17.
  const safari = /Macintosh.*Version\/(\d+).*Safari\//.exec(userAgent)?.[1];
  return Number(safari ?? 0) >= 17 ? 'macSafari' : 'elsewhere';
}

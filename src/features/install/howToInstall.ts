/** How to install the app in a browser that has no install prompt. */
export type HowToInstall =
  | 'iosSafari'
  /** Chrome, Edge, Firefox and others on an iPhone or iPad. */
  | 'iosBrowser'
  /** The browser inside another app. This browser cannot install an app. */
  | 'iosInApp'
  | 'androidInApp'
  | 'androidChromium'
  | 'androidFirefox'
  | 'samsung'
  | 'macSafari'
  | 'desktopChromium'
  /** Firefox on a computer, Safari before version 17 on a Mac, and unknown browsers. */
  | 'elsewhere';

/** Apps with a built-in browser. The user agent contains one of these names. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|MicroMessenger|\bLine\/|musical_ly|BytedanceWebview|TikTok|trill_|Snapchat|Twitter for|LinkedInApp|\[Pinterest|KAKAOTALK|Telegram|WhatsApp|\bGSA\//;

/** Reads the user agent, because feature detection cannot distinguish these browsers. */
export function howToInstall({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): HowToInstall {
  const has = (pattern: RegExp) => pattern.test(userAgent);
  // iPads report themselves as Macs, but no Mac has a touch screen.
  if (has(/iPhone|iPad|iPod/) || (has(/Macintosh/) && maxTouchPoints > 1)) {
    // The user agent of a browser inside an app contains the name of the app, or lacks "Safari/".
    if (has(inApp) || !has(/Safari\//)) return 'iosInApp';
    return has(/(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo|Ddg|YaBrowser|Focus|Brave)\//)
      ? 'iosBrowser'
      : 'iosSafari';
  }
  if (has(/Android/)) {
    // Android's WebView adds "wv" to the user agent.
    if (has(inApp) || has(/; wv\)/)) return 'androidInApp';
    if (has(/SamsungBrowser\//)) return 'samsung';
    if (has(/Firefox\//)) return 'androidFirefox';
    return has(/Chrome\//) ? 'androidChromium' : 'elsewhere';
  }
  if (has(/Chrome\//)) return 'desktopChromium';
  // Safari on a Mac can install apps since version 17.
  const safari = /Macintosh.*Version\/(\d+).*Safari\//.exec(userAgent)?.[1];
  return Number(safari ?? 0) >= 17 ? 'macSafari' : 'elsewhere';
}

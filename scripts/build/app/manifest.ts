import type { Language } from '../../../contract/config.ts';
import en from '../../../locales/en/manifest.json' with { type: 'json' };
import es from '../../../locales/es/manifest.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/manifest.json' with { type: 'json' };
import { brandColour } from './brandColours.ts';

const texts = { en, es, 'zh-CN': zhCN } satisfies Record<Language, typeof en>;

const png = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcutIcons = (glyph: string) => [
  { src: `/icons/shortcut-${glyph}-96.png`, sizes: '96x96', type: 'image/png' },
];

/**
 * Returns the web app manifest of one language. The `id` is the same in all languages, so that browsers treat all of
 * them as the same app.
 */
export function manifestOf(language: Language): object {
  const { name, shortName, description, shortcuts, screenshots } = texts[language];
  return {
    id: '/',
    name,
    short_name: shortName,
    description,
    lang: language,
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    // With `focus-existing`, the browser only focuses the window of the app if one is open.
    // src/app/launch/Launches.tsx then opens the link with which the app was started.
    launch_handler: { client_mode: 'focus-existing' },
    theme_color: brandColour('canvas'),
    background_color: brandColour('canvas'),
    categories: ['travel', 'utilities'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon', 192, 'any'),
      png('icon', 512, 'any'),
      png('icon-maskable', 192, 'maskable'),
      png('icon-maskable', 512, 'maskable'),
      png('icon-monochrome', 512, 'monochrome'),
    ],
    shortcuts: [
      { ...shortcuts.scan, url: '/home/scan', icons: shortcutIcons('scan') },
      { ...shortcuts.return, url: '/search?for=return', icons: shortcutIcons('return') },
      // The fragment makes the app open home even if the app already shows another page.
      { ...shortcuts.charger, url: '/home#charger', icons: shortcutIcons('charger') },
      { ...shortcuts.wallet, url: '/payment', icons: shortcutIcons('wallet') },
    ],
    // Accept title, text and URL, because most apps put a shared link into the text.
    share_target: {
      action: '/home/scan',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'sharedTitle', text: 'sharedText', url: 'sharedUrl' },
    },
    screenshots: [
      {
        src: '/screenshots/station.png',
        sizes: '720x1280',
        type: 'image/png',
        form_factor: 'narrow',
        label: screenshots.station,
      },
      {
        src: '/screenshots/charging.png',
        sizes: '720x1280',
        type: 'image/png',
        form_factor: 'narrow',
        label: screenshots.charging,
      },
      {
        src: '/screenshots/wide.png',
        sizes: '1280x800',
        type: 'image/png',
        form_factor: 'wide',
        label: screenshots.wide,
      },
    ],
  };
}

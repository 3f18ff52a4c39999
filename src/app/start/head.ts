import { readStored } from './early.ts';

// Runs before the body is parsed: what decides how the very first frame looks. Kept tiny, compiled
// into index.html, and allowed by its hash in the content security policy.
const { dataset } = document.documentElement;

const theme = readStored('theme');
if (theme === 'light' || theme === 'black') {
  dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = theme === 'black' ? '#000000' : '#F6F4EF';
  }
}

// With a charger out, home is about that: the painted stations would only flash by.
const isHome = /^\/(?:home\/?)?$/.test(location.pathname) && readStored('runningOrder') === null;
dataset['start'] = isHome ? 'home' : 'page';

// Chromium may ask whether to install the app before the app is there; it does so once.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  Object.assign(window, { installPrompt: event });
});

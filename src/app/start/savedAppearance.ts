import { readStored } from './startData.ts';

/** What this device keeps of how the first frame looks: the chosen theme, and whether home is a list. */
export function applySavedAppearance(): void {
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
}

import { readStored } from './startData.ts';

/**
 * Applies the saved settings that decide how the first frame looks: the theme, and whether the list
 * of home is shown.
 */
export function applySavedAppearance(): void {
  const { dataset } = document.documentElement;
  const theme = readStored('theme');
  if (theme === 'light' || theme === 'black') {
    dataset['theme'] = theme;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = theme === 'black' ? '#000000' : '#F6F4EF';
    }
  }
  // During a rental, home shows the rental. Painted stations would appear only for a moment.
  const isHome = /^\/(?:home\/?)?$/.test(location.pathname) && readStored('runningOrder') === null;
  dataset['start'] = isHome ? 'home' : 'page';
}

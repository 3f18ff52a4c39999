import { readStored } from './lastVisitData.ts';

/**
 * Applies the saved data that determines the first frame: the theme, and whether the frame shows
 * home or the skeleton of a page.
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
  // During a rental, home shows the rental, so painted stations would be visible only for a moment.
  const isHome = /^\/(?:home\/?)?$/.test(location.pathname) && readStored('runningOrder') === null;
  dataset['start'] = isHome ? 'home' : 'page';
}

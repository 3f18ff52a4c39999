import { withTexts } from '../../lib/language/texts.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { HomePage, prepareHome } from '../../pages/home/HomePage.tsx';
import { checkServerOnFailure } from '../state/checkServerOnFailure.ts';

/** The page home. Its code is loaded at the start. */
export const home = new LazyPart(async () => {
  await prepareHome();
  return HomePage;
});

/** Shows all other pages. The code contains the table of these pages, which the first screen of home does not need. */
export const otherPages = new LazyPart(() =>
  checkServerOnFailure(async () => (await withTexts(import('./OtherPages.tsx'))).OtherPages),
);

/**
 * Returns whether a path is home, by the rules of the router: trailing slashes and upper case do
 * not matter.
 */
export function isHome(pathname: string): boolean {
  return /^\/home\/*$/i.test(pathname);
}

/**
 * Fetches the code of a page before it opens. Never rejects, because each part stores whether it
 * failed to load.
 */
export async function fetchPage(pathname: string): Promise<void> {
  if (pathname === '/' || isHome(pathname)) return home.fetch();
  await otherPages.fetch();
  if (otherPages.state.status !== 'ready') return;
  const { routeOf } = await import('./OtherPages.tsx');
  await routeOf(pathname).route.page.fetch();
}

import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { HomePage, prepareHome } from '../../pages/home/HomePage.tsx';
import { checkServerOnFailure } from '../state/checkServerOnFailure.ts';

/** The code of home is a part of the start. */
export const home = new LazyPart(async () => {
  await prepareHome();
  return HomePage;
});

/** The table of all other pages, and their code. The first screen of home does not need them. */
export const otherPages = new LazyPart(() =>
  checkServerOnFailure(async () => (await import('./OtherPages.tsx')).OtherPages),
);

/** Compares a path with home as the router does. Trailing slashes and upper case do not matter. */
export function isHome(pathname: string): boolean {
  return /^\/home\/*$/i.test(pathname);
}

/**
 * Fetches the code of a page before the router runs. Never rejects, because each part stores
 * whether it loaded.
 */
export async function fetchPage(pathname: string): Promise<void> {
  if (pathname === '/' || isHome(pathname)) return home.fetch();
  await otherPages.fetch();
  if (otherPages.state.status !== 'ready') return;
  const { routeOf } = await import('./OtherPages.tsx');
  await routeOf(pathname).route.page.fetch();
}

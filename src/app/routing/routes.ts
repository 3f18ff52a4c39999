import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { HomePage, prepareHome } from '../../pages/home/HomePage.tsx';
import { checkServerOnFailure } from '../state/checkServerOnFailure.ts';

/** Its code is part of the start. */
export const home = new LazyPart(async () => {
  await prepareHome();
  return HomePage;
});

/** The table and the code of all other pages. Home's first screen does not need it. */
export const otherPages = new LazyPart(() =>
  checkServerOnFailure(async () => (await import('./OtherPages.tsx')).OtherPages),
);

/** Compares as the router does: trailing slashes and upper case do not matter. */
export function isHome(pathname: string): boolean {
  return /^\/home\/*$/i.test(pathname);
}

/**
 * Fetches the code of a page before the router runs. Never rejects: the state of each part says whether
 * it loaded.
 */
export async function fetchPage(pathname: string): Promise<void> {
  if (pathname === '/' || isHome(pathname)) return home.fetch();
  await otherPages.fetch();
  if (otherPages.state.status !== 'ready') return;
  const { routeOf } = await import('./OtherPages.tsx');
  await routeOf(pathname).route.page.fetch();
}

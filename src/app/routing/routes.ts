import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { HomePage, prepareHome } from '../../pages/home/HomePage.tsx';
import { checkServerOnFailure } from '../state/checkServerOnFailure.ts';

/** Its code comes with the start. */
export const home = new LazyPart(async () => {
  await prepareHome();
  return HomePage;
});

/** All other pages: which ones there are, and where their code is. Home's first screen does without. */
export const otherPages = new LazyPart(() =>
  checkServerOnFailure(async () => (await import('./OtherPages.tsx')).OtherPages),
);

/** Of a path, as the router compares them: a last slash and capitals do not count. */
export function isHome(pathname: string): boolean {
  return /^\/home\/*$/i.test(pathname);
}

/** Fetches the code of a page, before the router runs. Never rejects: the parts say how it went. */
export async function fetchPage(pathname: string): Promise<void> {
  if (pathname === '/' || isHome(pathname)) return home.fetch();
  await otherPages.fetch();
  if (otherPages.state.status !== 'ready') return;
  const { routeOf } = await import('./OtherPages.tsx');
  await routeOf(pathname).route.page.fetch();
}

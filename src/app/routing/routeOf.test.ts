import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { routes } from './pages.ts';
import { routeOf } from './routeOf.ts';

const table = [...routes.map(({ path }) => ({ path })), { path: '*' }];

/** Returns the path and the params of the route that React Router finds. */
function found(path: string) {
  const match = matchRoutes(table, path)?.[0];
  const { '*': rest, ...params } = match?.params ?? {};
  return { path: match?.route.path, params: rest === undefined ? params : {} };
}

function ours(path: string) {
  const { route, params } = routeOf(path);
  return { path: route.path, params };
}

test('each address leads to the same route as with React Router', () => {
  const paths = routes.map(({ path }) => path.replaceAll(/:\w+/g, 'summer%20of%20%E2%9A%A1'));
  const changed = paths.flatMap((path) => [path, `${path}/`, path.toUpperCase(), `${path}/more`]);
  const odd = ['/nowhere', '/profile/yourInfo/name', '//start', '/menu//'];
  for (const path of [...changed, ...odd]) expect(ours(path), path).toEqual(found(path));
});

test('an address that cannot be decoded leads to the page for unknown addresses', () => {
  expect(ours('/%')).toEqual({ path: '*', params: {} });
});

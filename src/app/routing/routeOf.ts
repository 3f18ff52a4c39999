import type { RouteParams } from '../../lib/navigation/routeParams.ts';
import { notFound, routes } from './pages.ts';
import type { Route } from './pages.ts';

/**
 * The page of a path, and what the path says where the route has a `:name`. It finds what the router
 * would, but in a table without branches or optional parts, so that the start does without the
 * router's own search.
 */
export function routeOf(pathname: string): { route: Route; params: RouteParams } {
  const parts = partsOf(pathname);
  for (const route of routes) {
    const params = readParams(partsOf(route.path), parts);
    if (params !== null) return { route, params };
  }
  return { route: notFound, params: {} };
}

const partsOf = (path: string) => path.replace(/\/+$/, '').split('/').map(decode);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // Typed by hand: it means what it says.
    if (error instanceof URIError) return part;
    throw error;
  }
}

function readParams(wanted: readonly string[], parts: readonly string[]): RouteParams | null {
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (want.startsWith(':') && part !== '') params[want.slice(1)] = part;
    else if (want.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

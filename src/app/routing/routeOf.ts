import type { RouteParams } from '../../lib/navigation/routeParams.ts';
import { notFound, routes } from './pages.ts';
import type { Route } from './pages.ts';

/**
 * Finds the route of a path, and its params. The result is the same as with the matcher of React
 * Router. The app does not need that matcher, because the table of pages is flat and has no optional
 * parts.
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
    // The encoding is invalid, probably because the user typed the address. Use the text without
    // decoding it.
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

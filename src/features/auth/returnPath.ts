import { useLocation, useSearchParams } from 'react-router-dom';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';

const unlockPath = '/payment/unlockChanger';

/**
 * Adds the page to open after the login as a query parameter, unless the page is home, which is the default. Each step
 * of the login passes the parameter to the next step.
 */
export function withNext(path: string, next: string): string {
  return next === '/home' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** The station to unlock after the login; null if `next` does not lead to the unlock page of a station. */
export function stationBehind(next: string): string | null {
  const url = new URL(next, 'https://internal.invalid');
  return url.pathname === unlockPath ? url.searchParams.get('equip_id') : null;
}

/** Whether the path is a step of the login. */
export function isLoginPath(pathname: string): boolean {
  return /^\/(?:login|loginWithPhone|countryCode)(?:\/|$)/.test(pathname);
}

/**
 * Returns the page to open after the login: `next` if `next` is a path of this app outside the login, and
 * home in all other cases.
 */
export function useNext(): string {
  const [query] = useSearchParams();
  const next = safeInternalPath(query.get('next'));
  return isLoginPath(next.replace(/[?#].*/, '')) ? '/home' : next;
}

/** Returns the number of steps in the history from the page where the login began to this page. */
export function useLoginDepth(): number {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('loginDepth' in state)) return 0;
  return typeof state.loginDepth === 'number' ? state.loginDepth : 0;
}

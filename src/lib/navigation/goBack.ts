import { useLocation, useNavigate } from 'react-router-dom';
import { leadsToStation } from './leadsToStation.ts';

/** The pages from which Back always leads home (section 2 of the specification). */
const homePages = new Set([
  '/search',
  '/getFree',
  '/notification',
  '/history',
  '/payment',
  '/help',
  '/setting',
]);

/** Returns the target of the Back button: home, or one step back in the history. */
export function backTarget(page: {
  pathname: string;
  search: string;
  firstInHistory: boolean;
}): 'home' | 'previous' {
  const leadsHome =
    homePages.has(page.pathname) || page.firstInHistory || leadsToStation(page.search);
  return leadsHome ? 'home' : 'previous';
}

/**
 * Returns the number of this app's pages before the current history entry. In a browser, the router
 * numbers its entries in `history.state`. The memory router in tests does not number its entries,
 * and only gives the first entry a special key.
 */
function pagesBefore(key: string): number {
  const state: unknown = window.history.state;
  if (typeof state === 'object' && state !== null && 'idx' in state) return Number(state.idx);
  return key === 'default' ? 0 : 1;
}

/**
 * Returns the function of the app's Back button. If Back leads home, home replaces the current
 * page, so that the Back button of the system does not open that page again.
 */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();

  return () => {
    const target = backTarget({ pathname, search, firstInHistory: pagesBefore(key) === 0 });
    void (target === 'home' ? navigate('/home', { replace: true }) : navigate(-1));
  };
}

/**
 * Returns a function that steps back from a page whose task is done, so that the page does not stay
 * in the history. If the history has too few pages, the function opens `instead`.
 */
export function useStepBack(instead: string): (steps?: number) => void {
  const navigate = useNavigate();
  const { key } = useLocation();

  return (steps = 1) => {
    void (pagesBefore(key) >= steps ? navigate(-steps) : navigate(instead, { replace: true }));
  };
}

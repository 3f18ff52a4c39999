import { useLocation, useNavigate } from 'react-router-dom';
import { leadsToStation } from './leadsToStation.ts';

/** The pages from which Back always leads home (section 2). */
const homePages = new Set([
  '/search',
  '/getFree',
  '/notification',
  '/history',
  '/payment',
  '/help',
  '/setting',
]);

/** Where the Back button leads: home, or one step back. */
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
 * The number of pages of this app before the current history entry. The browser router numbers its
 * entries in `history.state`; the memory router only gives the first entry a special key.
 */
function pagesBefore(key: string): number {
  const state: unknown = window.history.state;
  if (typeof state === 'object' && state !== null && 'idx' in state) return Number(state.idx);
  return key === 'default' ? 0 : 1;
}

/**
 * The Back button of the app. It replaces the page when it leads home, so that the Back button of the
 * system does not open the page again.
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
 * Steps back from a page whose task is done, so that it does not stay in the history. Opens `instead` if
 * the history has too few pages.
 */
export function useStepBack(instead: string): (steps?: number) => void {
  const navigate = useNavigate();
  const { key } = useLocation();

  return (steps = 1) => {
    void (pagesBefore(key) >= steps ? navigate(-steps) : navigate(instead, { replace: true }));
  };
}

import { useLocation, useNavigate } from 'react-router-dom';

/** The pages from which Back always leads home (section 2). */
const spokes = new Set([
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
  const query = new URLSearchParams(page.search);
  const opened = query.has('equip_id') || query.has('link');
  return spokes.has(page.pathname) || page.firstInHistory || opened ? 'home' : 'previous';
}

/**
 * How many pages of this app lie before this one. The router numbers its entries in `history.state`;
 * in memory it only marks the first one's key.
 */
function pagesBefore(key: string): number {
  const state: unknown = window.history.state;
  if (typeof state === 'object' && state !== null && 'idx' in state) return Number(state.idx);
  return key === 'default' ? 0 : 1;
}

/**
 * The app's own Back. Home replaces the page, so that the system's Back does not lead into it again.
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
 * Steps back from a page whose errand is done, so that it does not stay in the history; to `instead`
 * where the visit began too late for that.
 */
export function useStepBack(instead: string): (steps?: number) => void {
  const navigate = useNavigate();
  const { key } = useLocation();

  return (steps = 1) => {
    void (pagesBefore(key) >= steps ? navigate(-steps) : navigate(instead, { replace: true }));
  };
}

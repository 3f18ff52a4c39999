import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useConnection } from '../api/connection.ts';
import { selectSessionId } from '../features/auth/clientUserSlice.ts';
import { useLazyPart } from '../lib/loading/useLazyPart.ts';
import { useWideScreen } from '../lib/device/useWideScreen.ts';
import { railPart } from '../pages/menu/railPart.ts';
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx';
import { OfflineContext } from '../ui/feedback/offlineContext.ts';
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx';
import { Notices } from './Notices.tsx';
import { useLiveUpdates } from './state/useLiveUpdates.ts';
import { useHistoryScroll } from './routing/useHistoryScroll.ts';

/** The parts of the screen that stay when the page changes. */
export function Shell({ children }: { children: ReactNode }) {
  useLiveUpdates(useSelector(selectSessionId));
  useHistoryScroll();
  const { pathname } = useLocation();
  return (
    <OfflineContext value={useConnection() === 'offline'}>
      <ErrorBoundary fallback={<NoRail />}>
        <WideMenu />
      </ErrorBoundary>
      <ErrorBoundary attempt={pathname}>
        <Notices />
      </ErrorBoundary>
      {children}
      <ToastRegion />
    </OfflineContext>
  );
}

function WideMenu() {
  const isWide = useWideScreen();
  const rail = useLazyPart(railPart, isWide);
  if (!isWide) return null;
  if (rail.status === 'failed') return <NoRail />;
  return rail.status === 'ready' ? <rail.Part /> : null;
}

/**
 * On wide screens, the rail replaces the links to the menu. If the rail failed to load, this
 * component shows the links again.
 */
function NoRail() {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset['rail'] = 'none';
    return () => {
      delete root.dataset['rail'];
    };
  }, []);
  return null;
}

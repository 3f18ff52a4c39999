import { useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useConnection } from '../api/connection.ts';
import { selectSessionId } from '../features/auth/clientUserSlice.ts';
import { forgetRunningOrder } from '../features/orders/running/forgetRunningOrder.ts';
import { LazyPart } from '../lib/loading/lazyPart.ts';
import { useLazyPart } from '../lib/loading/useLazyPart.ts';
import { useWideScreen } from '../lib/device/useWideScreen.ts';
import { railPart } from '../pages/menu/railPart.ts';
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx';
import { OfflineContext } from '../ui/feedback/offlineContext.ts';
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx';
import { Notices } from './Notices.tsx';
import { checkServerOnFailure } from './state/checkServerOnFailure.ts';
import { useHistoryScroll } from './routing/useHistoryScroll.ts';

/** The parts of the screen that stay when the page changes. */
export function Shell({ children }: { children: ReactNode }) {
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
      <ErrorBoundary>
        <SessionUpdates />
      </ErrorBoundary>
      {children}
      <ToastRegion />
    </OfflineContext>
  );
}

/**
 * The code of live updates is a separate chunk, because the first paint and users without a session do not need it.
 * Until it has loaded, the app gets changes only by its own requests.
 */
const liveUpdates = new LazyPart(() =>
  checkServerOnFailure(async () => (await import('./LiveUpdates.tsx')).LiveUpdates),
);

/**
 * Receives live updates while there is a session. Without a session, removes the saved running order from the device.
 */
function SessionUpdates() {
  const sessionId = useSelector(selectSessionId);
  const hasSession = sessionId !== null;
  const updates = useLazyPart(liveUpdates, hasSession);
  useEffect(() => {
    if (!hasSession) forgetRunningOrder();
  }, [hasSession]);
  return hasSession && updates.status === 'ready' ? <updates.Part key={sessionId} /> : null;
}

function WideMenu() {
  const isWide = useWideScreen();
  const rail = useLazyPart(railPart, isWide);
  if (!isWide) return null;
  if (rail.status === 'failed') return <NoRail />;
  return rail.status === 'ready' ? <rail.Part /> : null;
}

/**
 * On wide screens, the rail replaces the links to the menu. If the rail fails to load or crashes,
 * this component shows the links again.
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

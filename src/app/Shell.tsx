import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useConnection } from '../api/connection.ts';
import { selectSessionId } from '../features/auth/clientUserSlice.ts';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { useWide } from '../lib/useWide.ts';
import { railPart } from '../pages/menu/railPart.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Offline } from '../ui/offline.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { Notices } from './Notices.tsx';
import { useLiveRider } from './useLiveRider.ts';
import { useScrollMemory } from './useScrollMemory.ts';

/** What stays while pages change. */
export function Shell({ children }: { children: ReactNode }) {
  useLiveRider(useSelector(selectSessionId));
  useScrollMemory();
  const { pathname } = useLocation();
  return (
    <Offline value={useConnection() === 'offline'}>
      <ErrorBoundary fallback={<NoRail />}>
        <WideMenu />
      </ErrorBoundary>
      <ErrorBoundary attempt={pathname}>
        <Notices />
      </ErrorBoundary>
      {children}
      <ToastRegion />
    </Offline>
  );
}

function WideMenu() {
  const isWide = useWide();
  const rail = useLazyPart(railPart, isWide);
  if (!isWide) return null;
  if (rail.status === 'failed') return <NoRail />;
  return rail.status === 'ready' ? <rail.Part /> : null;
}

/** The ways to the menu, which the rail stands in for, are shown again. */
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

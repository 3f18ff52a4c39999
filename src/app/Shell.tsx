import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectSessionId } from '../features/auth/clientUserSlice.ts';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { useWide } from '../lib/useWide.ts';
import { railPart } from '../pages/menu/railPart.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { Notices } from './Notices.tsx';
import { useLiveRider } from './useLiveRider.ts';
import { useScrollMemory } from './useScrollMemory.ts';

/** What stays while pages change. */
export function Shell({ children }: { children: ReactNode }) {
  useLiveRider(useSelector(selectSessionId));
  useScrollMemory();
  return (
    <>
      <WideMenu />
      <Notices />
      {children}
      <ToastRegion />
    </>
  );
}

function WideMenu() {
  const isWide = useWide();
  const rail = useLazyPart(railPart, isWide);
  return isWide && rail.status === 'ready' ? <rail.Part /> : null;
}

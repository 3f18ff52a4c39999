import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectSessionId } from '../features/auth/clientUserSlice.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { Notices } from './Notices.tsx';
import { useLiveOrders } from './useLiveOrders.ts';
import { useScrollMemory } from './useScrollMemory.ts';

/** What stays while pages change. */
export function Shell({ children }: { children: ReactNode }) {
  useLiveOrders(useSelector(selectSessionId));
  useScrollMemory();
  return (
    <>
      <Notices />
      {children}
      <ToastRegion />
    </>
  );
}

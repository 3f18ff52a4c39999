import type { ReactNode } from 'react';

/** What stays while pages change. */
export function Shell({ children }: { children: ReactNode }) {
  return children;
}

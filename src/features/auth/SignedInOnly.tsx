import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { selectHasSession, selectIsSignedIn } from './clientUserSlice.ts';
import { withNext } from './returnPath.ts';

interface SignedInOnlyProps {
  /** Whether a guest with a session may see the page, too. Such a guest can have an order. */
  guests?: boolean;
  children: ReactNode;
}

/**
 * A page for signed-in riders, and with `guests` also for guests with a session. All other visitors
 * log in first and then return to the page.
 */
export function SignedInOnly({ guests = false, children }: SignedInOnlyProps) {
  const signedIn = useSelector(guests ? selectHasSession : selectIsSignedIn);
  const { pathname, search } = useLocation();
  if (!signedIn) return <Navigate to={withNext('/login', pathname + search)} replace />;
  return children;
}

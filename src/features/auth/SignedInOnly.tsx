import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { selectIsSignedIn } from './clientUserSlice.ts';
import { withNext } from './returnPath.ts';

/** A page for signed-in riders only. A guest logs in first and then returns to the page. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const signedIn = useSelector(selectIsSignedIn);
  const { pathname, search } = useLocation();
  if (!signedIn) return <Navigate to={withNext('/login', pathname + search)} replace />;
  return children;
}

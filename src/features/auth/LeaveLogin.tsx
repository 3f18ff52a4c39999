import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLoginDepth, useNext } from './returnPath.ts';

/**
 * Leaves the login after the rider has logged in. Goes back in the history to the page where the
 * login began. If that page is itself a step of the login, for example after a redirect to
 * `/login`, replaces that page with the page to open after the login. Therefore Back does not lead
 * to a step of the login.
 */
export function LeaveLogin() {
  const navigate = useNavigate();
  const next = useNext();
  const depth = useLoginDepth();

  useEffect(() => {
    void (depth > 0 ? navigate(-depth) : navigate(next, { replace: true }));
  }, [navigate, depth, next]);

  return null;
}

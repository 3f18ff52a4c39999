import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLoginDepth, useNext } from './returnPath.ts';

/**
 * Leaves the login after the rider has logged in. Goes back in the history to the page where the login began. If that
 * page is a step of the login, replaces it with the next page. Therefore Back does not lead to a step of the login.
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

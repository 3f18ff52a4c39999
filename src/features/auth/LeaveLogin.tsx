import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLoginDepth, useNext } from './returnPath.ts';

/**
 * Leaves the login once there is a session. First goes back in the history to where the login
 * began, so that Back does not lead to one of its steps.
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

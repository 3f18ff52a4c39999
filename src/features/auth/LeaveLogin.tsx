import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLoginDepth, useNext } from './returnPath.ts';

/**
 * Leads away from the login once there is a session. It first steps back to where the login began, so
 * that none of its steps stays in the history for Back to run into.
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

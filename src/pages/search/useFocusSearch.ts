import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Whether what looks like the field was tapped on home; not where the page is come back to. */
export function useFocusSearch(): boolean {
  const { state } = useLocation();
  const way = useNavigationType();
  const [wants] = useState(
    () =>
      way === NavigationType.Push &&
      typeof state === 'object' &&
      state !== null &&
      'toType' in state,
  );
  return wants;
}

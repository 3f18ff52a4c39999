import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Whether the link that looks like the field was tapped on home; false when the page is restored by
 * Back.
 */
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

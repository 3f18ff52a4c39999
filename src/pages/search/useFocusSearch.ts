import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Returns whether the user has just tapped the link on home that looks like the search field.
 * Returns false if Back restored the page.
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

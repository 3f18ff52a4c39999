import { useLocation } from 'react-router-dom';

/** The navigation state of a receipt that was beside the list until the window became too narrow. */
export const leftPane = { leftPane: true } as const;

/** Whether the receipt was beside the list until the window became too narrow. */
export function useLeftPane(): boolean {
  const { state }: { state: unknown } = useLocation();
  return typeof state === 'object' && state !== null && 'leftPane' in state;
}

import { skeleton } from '../../../../contract/rules/firstScreen/home.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { element } from '../../../ui/link/element.ts';

export interface SheetWaitProps {
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/**
 * The content of a sheet without data. Shows a skeleton while the data loads. If loading failed, shows the error
 * message `problem`, and a button that calls `onRetry`.
 */
export function SheetWait({ problem, onRetry }: SheetWaitProps) {
  if (problem !== undefined) return <ErrorState message={problem} onRetry={onRetry} />;
  return skeleton(element, { 'aria-busy': 'true' });
}

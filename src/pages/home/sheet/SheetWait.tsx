import { skeleton } from '../../../../contract/rules/firstScreen/home.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { element } from '../../../ui/link/element.ts';

export interface SheetWaitProps {
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/**
 * The content of a sheet without data. While the data loads, it is a skeleton. If the data cannot be loaded, it is the
 * error message in `problem`, with a button to try again.
 */
export function SheetWait({ problem, onRetry }: SheetWaitProps) {
  if (problem !== undefined) return <ErrorState message={problem} onRetry={onRetry} />;
  return skeleton(element, { 'aria-busy': 'true' });
}

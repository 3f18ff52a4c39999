import { skeleton } from '../../../../contract/rules/firstScreen/home.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { element } from '../../../ui/link/element.ts';

export interface SheetWaitProps {
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/**
 * The content of a sheet before its data has loaded: a skeleton or, if the data failed to load, the
 * error message `problem`.
 */
export function SheetWait({ problem, onRetry }: SheetWaitProps) {
  if (problem !== undefined) return <ErrorState message={problem} onRetry={onRetry} />;
  return skeleton(element, { 'aria-busy': 'true' });
}

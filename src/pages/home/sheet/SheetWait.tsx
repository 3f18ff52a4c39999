import { skeleton } from '../../../../contract/rules/firstScreen/home.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { element } from '../../../ui/link/element.ts';

export interface SheetWaitProps {
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/**
 * The sheet while its content loads. If there is a `problem`, shows the problem instead of the
 * skeleton.
 */
export function SheetWait({ problem, onRetry }: SheetWaitProps) {
  if (problem !== undefined) return <ErrorState message={problem} onRetry={onRetry} />;
  return skeleton(element, { 'aria-busy': 'true' });
}
